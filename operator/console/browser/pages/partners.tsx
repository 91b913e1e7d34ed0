import type { Health } from '../../protocol/values.ts';
import { Heading } from '../parts/heading.tsx';
import { IdLink } from '../parts/links.tsx';
import { MomentAndAgo } from '../parts/moment.tsx';
import { Pager } from '../parts/pager.tsx';
import { ResponseView } from '../parts/region.tsx';
import { Table } from '../parts/table.tsx';
import { usePolled } from '../poll.ts';
import { address } from '../router.ts';

const ROWS = '50';

export function PartnersPage() {
  const cursor = address.value.query.get('cursor') ?? undefined;
  const options = { limit: ROWS, cursor };
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
                  { head: 'Partner', cell: ({ partnerId }) => <IdLink page="partner" id={partnerId} /> },
                  { head: 'Name', cell: ({ name }) => name },
                  { head: 'State', cell: ({ state }) => <PartnerState state={state} /> },
                  { head: 'Health', cell: ({ health }) => <HealthState state={health} /> },
                  { head: 'Lines', cell: ({ lineCount, quota }) => linesText(lineCount, quota), isNumber: true },
                  { head: 'Created', cell: ({ createdAt }) => <MomentAndAgo at={createdAt} /> },
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

/** Whether the partner's receiver works. */
export function HealthState({ state }: Pick<Health, 'state'>) {
  return <span class={`badge ${HEALTH_CLASSES[state]}`}>{state}</span>;
}

const HEALTH_CLASSES = { healthy: 'on', failing: 'off', idle: 'soft' } as const;

export function PartnerState({ state }: { readonly state: string }) {
  return <span class={`badge ${state === 'active' ? 'on' : 'off'}`}>{state}</span>;
}
