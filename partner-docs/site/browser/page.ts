import { startConsole, takeKey } from './console.ts';
import { startCopying } from './copy.ts';
import { foldOnPhones, openWhatIsLinked } from './folding.ts';
import { startSamples } from './samples.ts';
import { startSearch } from './search.ts';
import { startTheme } from './theme.ts';

takeKey();
startTheme();
startSearch();
foldOnPhones();
openWhatIsLinked();
startSamples();
startCopying();
startConsole();
