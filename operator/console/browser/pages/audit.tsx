import { pathTo } from '../../protocol/pages.ts';
import { Heading } from '../parts/heading.tsx';
import { IdLink, PartnerLink } from '../parts/links.tsx';
import { Moment } from '../parts/moment.tsx';
import { Pager } from '../parts/pager.tsx';
import { ResponseView } from '../parts/region.tsx';
import { Table } from '../parts/table.tsx';
import { usePolled } from '../poll.ts';
import { address, filter } from '../router.ts';
import { asOption } from '../time.ts';

const ROWS = '50';

/** Who changed what, when and why. Filter and page are in the address. */
export function AuditPage() {
  const { query } = address.value;
  const [partner, since, cursor] = ['partner', 'since', 'cursor'].map((name) => query.get(name) ?? undefined);
  const options = { limit: ROWS, partner, since, cursor };
  const polled = usePolled('audit list', options);
  return (
    <>
      <Heading title="Audit" commands={[['audit list', options]]} />
      <section aria-label="Changes">
        <p class="soft">The changes that operators made with the console and on the command line, the newest first.</p>
        <Filters partner={partner} since={since} />
        <ResponseView polled={polled.value}>
          {(entries) => (
            <>
              <Table
                rows={entries}
                keyOf={({ at, target, action }) => `${at} ${action} ${target}`}
                empty={
                  partner || since ? 'No change matches.' : 'No operator has changed anything in the last 400 days.'
                }
                columns={[
                  { head: 'Time', cell: ({ at }) => <Moment at={at} /> },
                  { head: 'Who', cell: ({ actor }) => actor },
                  { head: 'Action', cell: ({ action }) => action, isShort: true },
                  { head: 'On', cell: ({ target }) => <Target target={target} /> },
                  { head: 'Reason', cell: ({ reason }) => reason ?? '' },
                  {
                    head: 'Result',
                    cell: ({ state, outcome }) => [state, outcome].filter(Boolean).join(': ') || 'done',
                  },
                ]}
              />
              <Pager next={polled.value.response?.next ?? null} rows={entries.length} />
            </>
          )}
        </ResponseView>
      </section>
    </>
  );
}

const PAGES = { partner: 'partner', line: 'line', call: 'delivery' } as const;

/** A thing that has a page of its own is a link to it. */
function Target({ target }: { readonly target: string }) {
  const [kind = '', id = ''] = target.split(' ', 2);
  const page = Object.entries(PAGES).find(([name]) => name === kind)?.[1];
  if (!page || !id) return <span>{target}</span>;
  return (
    <>
      <span class="soft">{kind}</span> {page === 'partner' ? <PartnerLink id={id} /> : <IdLink page={page} id={id} />}
    </>
  );
}

interface FiltersProps {
  readonly partner: string | undefined;
  readonly since: string | undefined;
}

function Filters({ partner, since }: FiltersProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const entered = new FormData(event.currentTarget);
    const textOf = (name: string) => String(entered.get(name)).trim();
    filter({ partner: textOf('partner'), since: asOption(textOf('since')), cursor: undefined });
  };
  return (
    <form class="filters" onSubmit={submit}>
      <label>
        Partner
        <input name="partner" value={partner ?? ''} placeholder="pt_…" autocomplete="off" spellcheck={false} />
      </label>
      <label>
        Since
        <input name="since" value={since ?? ''} placeholder="2026-11-21T10:00:00Z" autocomplete="off" />
      </label>
      <button type="submit">Filter</button>
      {partner || since ? <a href={pathTo('audit')}>All changes</a> : null}
    </form>
  );
}
