import { render } from 'preact';
import { loadAbout } from './about.ts';
import { startClock } from './clock.ts';
import { Console } from './console.tsx';
import { followJobs } from './jobs.ts';
import { startRouter } from './router.ts';
import { applyTheme } from './settings.ts';
import { moveTokenToStorage } from './token.ts';

moveTokenToStorage();
// Somebody can open the printed address in a tab that already shows the overview. Only the fragment of the address
// changes then, so the browser does not load the page again.
addEventListener('hashchange', () => {
  if (moveTokenToStorage()) void loadAbout();
});
applyTheme();
startRouter();
startClock();
followJobs();
void loadAbout();
render(<Console />, document.body);
