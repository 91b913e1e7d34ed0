import { startConsole } from './console.ts';
import { startCopying } from './copy.ts';
import { foldOnPhones, openWhatIsLinked } from './folding.ts';
import { startTheme } from './theme.ts';

startTheme();
foldOnPhones();
openWhatIsLinked();
startCopying();
startConsole();
