import { ROWS_PER_PAGE } from '../../protocol/limits.ts';
import { IdLink, NameLink } from '../elements/links.tsx';
import { RoughRelativeTime } from '../elements/moment.tsx';
import { Pager } from '../elements/pager.tsx';
import { ResponseView } from '../elements/region.tsx';
import { HealthState, PartnerOrLineState } from '../elements/status.tsx';
import { Table } from '../elements/table.tsx';
import { Heading } from '../frame/heading.tsx';
import { usePolled } from '../poll.ts';
import { address } from '../router.ts';

export function PartnersPage() {
  const cursor = address.value.query.get('cursor') ?? undefined;
  const options = { limit: String(ROWS_PER_PAGE), cursor };
  const polled = usePolled('partner list', options);
  return (
    <>
      <Heading title="Partners" commands={[['partner list', options]]} />
      <section aria-label="Partners">
        <ResponseView polled={polled.value}>
          {(partners) => (
            <>
              <Table
                rows={partners}
                keyOf={({ partnerId }) => partnerId}
                empty="There is no partner. To create one, run partner create."
                columns={[
                  {
                    head: 'Partner',
                    cell: ({ partnerId, name }) => <NameLink page="partner" id={partnerId} name={name} />,
                  },
                  { head: 'Health', cell: ({ health }) => <HealthState state={health} />, isShort: true },
                  { head: 'State', cell: ({ state }) => <PartnerOrLineState state={state} />, isShort: true },
                  { head: 'Lines', cell: ({ lineCount, quota }) => linesText(lineCount, quota), isNumber: true },
                  { head: 'Id', cell: ({ partnerId }) => <IdLink page="partner" id={partnerId} />, isMinor: true },
                  { head: 'Created', cell: ({ createdAt }) => <RoughRelativeTime at={createdAt} />, isNumber: true },
                ]}
              />
              <Pager next={polled.value.response?.next ?? null} rows={partners.length} />
            </>
          )}
        </ResponseView>
      </section>
    </>
  );
}

export const linesText = (lineCount: number, quota: number | null) =>
  quota === null ? String(lineCount) : `${lineCount} of ${quota}`;
