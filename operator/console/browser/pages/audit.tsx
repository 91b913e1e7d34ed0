import { AUDIT_KEPT_DAYS, ROWS_PER_PAGE } from '../../protocol/limits.ts';
import { pathTo } from '../../protocol/pages.ts';
import { applyFilter, FilterField } from '../elements/filter.tsx';
import { Pager } from '../elements/pager.tsx';
import { ResponseView } from '../elements/region.tsx';
import { Heading } from '../frame/heading.tsx';
import { ChangeTable } from '../operations/change-table.tsx';
import { usePolled } from '../poll.ts';
import { address } from '../router.ts';

/** The filters of the audit trail, each with the label of its field and an example. */
const FILTERS = [
  { name: 'partner', words: 'Partner', example: 'pt_…' },
  { name: 'actor', words: 'Who', example: 'part of a name or ARN' },
  { name: 'action', words: 'Action', example: 'partner suspend' },
  { name: 'since', words: 'From', example: '2026-11-21T10:00:00Z' },
  { name: 'until', words: 'Until', example: '2026-11-21T11:00:00Z' },
] as const;

const queryValue = (name: string) => address.value.query.get(name) ?? undefined;

/** The page of the audit trail: who changed what, when and why. The filter and the cursor are in the address. */
export function AuditPage() {
  const filters = Object.fromEntries(FILTERS.map(({ name }) => [name, queryValue(name)]));
  const options = { limit: String(ROWS_PER_PAGE), ...filters, cursor: queryValue('cursor') };
  const isFiltered = FILTERS.some(({ name }) => filters[name]);
  const polled = usePolled('audit list', options);
  return (
    <>
      <Heading title="Audit" commands={[['audit list', options]]} />
      <section aria-label="Changes">
        <p class="soft">
          What operators changed or revealed with the console and on the command line, the newest first.
        </p>
        <AuditFilters isFiltered={isFiltered} />
        <ResponseView polled={polled.value}>
          {(entries) => (
            <>
              <ChangeTable
                entries={entries}
                empty={
                  isFiltered ? 'No change matches.' : `The audit trail of the last ${AUDIT_KEPT_DAYS} days is empty.`
                }
              />
              <Pager next={polled.value.response?.next ?? null} rows={entries.length} />
            </>
          )}
        </ResponseView>
      </section>
    </>
  );
}

function AuditFilters({ isFiltered }: { readonly isFiltered: boolean }) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (event.currentTarget instanceof HTMLFormElement) applyFilter(event.currentTarget);
  };
  return (
    <form class="filters" onSubmit={submit}>
      {FILTERS.map((field) => (
        <FilterField key={field.name} {...field} value={queryValue(field.name)} />
      ))}
      <button type="submit">Filter</button>
      {isFiltered ? <a href={pathTo('audit')}>All changes</a> : null}
    </form>
  );
}
