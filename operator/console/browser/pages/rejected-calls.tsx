import { REJECTED_KEPT_DAYS } from '../../../../shared/domain/calls/rejected-calls.ts';
import { pathTo } from '../../protocol/pages.ts';
import { IdLink, IdWithCopyButton } from '../elements/links.tsx';
import { RoughRelativeTime } from '../elements/moment.tsx';
import { ResponseView } from '../elements/region.tsx';
import { Table } from '../elements/table.tsx';
import { Heading } from '../frame/heading.tsx';
import { usePolled } from '../poll.ts';

const ROWS = 100;
const OPTIONS = { limit: String(ROWS) };

/** The page of the finished calls that were refused. It shows ids and reasons, and no content of a call. */
export function RejectedCallsPage() {
  const rejected = usePolled('call refused', OPTIONS);
  return (
    <>
      <Heading title="Refused calls" commands={[['call refused', OPTIONS]]} />
      <section aria-label="Refused calls">
        <p class="soft">
          The finished calls that the voice platform handed over in a form that we refuse, in the last{' '}
          {REJECTED_KEPT_DAYS} days, the newest first. They are not stored, and their partners miss them. A delivery
          that is refused is something else: its receiver rejected it. The{' '}
          <a href={pathTo('runbook', 'calls-are-refused')}>runbook</a> says what to do.
        </p>
        <ResponseView polled={rejected.value}>
          {(calls) => (
            <>
              <Table
                rows={calls.map((call, position) => ({ ...call, position }))}
                keyOf={({ position }) => String(position)}
                empty={`No call was refused in the last ${REJECTED_KEPT_DAYS} days.`}
                columns={[
                  { head: 'Reason', cell: ({ reason }) => reason, isWhole: true },
                  {
                    head: 'Line',
                    cell: ({ tenantId }) => (tenantId === null ? 'no valid id' : <IdLink page="line" id={tenantId} />),
                  },
                  {
                    head: 'Call',
                    cell: ({ callId }) => (callId === null ? 'no valid id' : <IdWithCopyButton id={callId} />),
                  },
                  { head: 'Way', cell: ({ way }) => way, isShort: true },
                  { head: 'Refused', cell: ({ at }) => <RoughRelativeTime at={at} />, isNumber: true },
                ]}
              />
              {calls.length === ROWS && <p class="soft">Only the newest {ROWS} are shown.</p>}
            </>
          )}
        </ResponseView>
      </section>
    </>
  );
}
