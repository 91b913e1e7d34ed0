import { render } from 'preact';
import { loadAbout } from './about.ts';
import { startClock } from './clock.ts';
import { Console } from './console.tsx';
import { followJobs } from './jobs.ts';
import { startRouter } from './router.ts';
import { applyTheme } from './settings.ts';
import { takeToken } from './token.ts';

takeToken();
// The printed address was entered into a tab that has the page: only its fragment has changed.
addEventListener('hashchange', () => {
  if (takeToken()) void loadAbout();
});
applyTheme();
startRouter();
startClock();
followJobs();
void loadAbout();
render(<Console />, document.body);
