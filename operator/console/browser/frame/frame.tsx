import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { type PageName, pathTo } from '../../protocol/pages.ts';
import { about } from '../about.ts';
import { now } from '../clock.ts';
import { Icon, type IconName } from '../elements/icon.tsx';
import { NoResponseNotice } from '../elements/region.tsx';
import { pathToRunbook } from '../operations/runbook.tsx';
import { address } from '../router.ts';
import { switchTheme, switchZone, theme, zone } from '../settings.ts';
import { zoneName } from '../time.ts';
import { Jobs } from './jobs.tsx';
import { Search } from './search.tsx';

const LINKS: readonly { readonly page: PageName; readonly words: string; readonly icon: IconName }[] = [
  { page: 'overview', words: 'Overview', icon: 'overview' },
  { page: 'partners', words: 'Partners', icon: 'partners' },
  { page: 'deliveries', words: 'Deliveries', icon: 'deliveries' },
  { page: 'rejected', words: 'Refused calls', icon: 'refused' },
  { page: 'queues', words: 'Queues', icon: 'queues' },
  { page: 'alarms', words: 'Alarms', icon: 'alarms' },
  { page: 'objectives', words: 'Objectives', icon: 'objectives' },
  { page: 'runbookIndex', words: 'Runbook', icon: 'runbook' },
  { page: 'audit', words: 'Audit', icon: 'audit' },
];

/** What all pages share, such as the search, the links to the pages, and the jobs. */
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
        <Search />
        <PageLinks />
      </header>
      <main id="content" tabIndex={-1}>
        <NoResponseNotice />
        {children}
        <Jobs />
      </main>
    </>
  );
}

const PAGES = 'pages';

/** The links to the pages. In a wide window, they are beside the page; in a narrow window, a button shows them. */
function PageLinks() {
  const whole = useRef<HTMLDivElement>(null);
  return (
    <>
      <button type="button" class="icon-only pages-button" popovertarget={PAGES} aria-label="Pages">
        <Icon name="pages" />
      </button>
      <div id={PAGES} popover="auto" ref={whole}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link in it was followed. */}
        <nav aria-label="Pages" onClick={() => whole.current?.hidePopover()}>
          <ul>
            {LINKS.map(({ page, words, icon }) => (
              <li key={page}>
                <a
                  href={page === 'runbookIndex' ? pathToRunbook() : pathTo(page)}
                  aria-current={isAt(page) ? 'page' : undefined}
                >
                  <Icon name={icon} /> {words}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="switches">
          <button type="button" class="quiet" onClick={switchZone}>
            Times: {zoneName(now.value, zone.value)}
          </button>
          <button type="button" class="quiet" onClick={switchTheme}>
            Theme: {theme.value}
          </button>
        </div>
      </div>
    </>
  );
}

/** Reports whether the address is that of the page, or of an item that the page lists. */
const isAt = (page: PageName) => {
  const { path } = address.value;
  return path === pathTo(page) || (page !== 'overview' && path.startsWith(`${pathTo(page)}/`));
};

/** How many characters of a commit hash are shown. */
const SHORT_COMMIT = 8;

function ServiceName() {
  if (about.value === undefined) return null;
  const { service, isLocal, isWritable, commit } = about.value;
  return (
    <span class="service">
      <span>{isLocal ? 'Local service' : service}</span>
      {commit === null ? null : (
        <span class="mono" title={`Commit ${commit} is deployed.`}>
          {commit.slice(0, SHORT_COMMIT)}
        </span>
      )}
      {isWritable ? null : <strong class="badge warn">Read only</strong>}
    </span>
  );
}
