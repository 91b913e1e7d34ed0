import type { ComponentChildren } from 'preact';
import { type PageName, pathTo } from '../../protocol/pages.ts';
import { about } from '../about.ts';
import { now } from '../clock.ts';
import { address } from '../router.ts';
import { switchTheme, switchZone, theme, zone } from '../settings.ts';
import { zoneName } from '../time.ts';
import { Jobs } from './jobs.tsx';
import { Search } from './search.tsx';

const LINKS: readonly { readonly page: PageName; readonly words: string }[] = [
  { page: 'overview', words: 'Overview' },
  { page: 'partners', words: 'Partners' },
  { page: 'rejected', words: 'Refused calls' },
  { page: 'queues', words: 'Queues' },
  { page: 'alarms', words: 'Alarms' },
  { page: 'audit', words: 'Audit' },
];

/** What every page has: which service it shows, the links to the pages, and the search. */
export function Frame({ children }: { readonly children: ComponentChildren }) {
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header>
        <a class="brand" href="/">
          Partner lines
        </a>
        <ServiceName />
        <nav aria-label="Pages">
          <ul>
            {LINKS.map(({ page, words }) => (
              <li key={page}>
                <a href={pathTo(page)} aria-current={address.value.path === pathTo(page) ? 'page' : undefined}>
                  {words}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <Search />
        <div class="switches">
          <button type="button" onClick={switchZone}>
            Times: {zoneName(now.value, zone.value)}
          </button>
          <button type="button" onClick={switchTheme}>
            Theme: {theme.value}
          </button>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        <Jobs />
        {children}
      </main>
    </>
  );
}

function ServiceName() {
  if (about.value === undefined) return null;
  const { service, isLocal, isWritable } = about.value;
  return (
    <span class="service">
      <span>{isLocal ? 'Local service' : service}</span>
      {isWritable ? null : <strong class="badge">Read only</strong>}
    </span>
  );
}
