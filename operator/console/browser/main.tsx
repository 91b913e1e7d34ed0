import { render } from 'preact';
import { loadAbout } from './about.ts';
import { startClock } from './clock.ts';
import { Console } from './console.tsx';
import { followJobs } from './jobs.ts';
import { startRouter } from './router.ts';
import { applyTheme } from './settings.ts';
import { takeToken } from './token.ts';

takeToken();
applyTheme();
startRouter();
startClock();
followJobs();
void loadAbout();
render(<Console />, document.body);
