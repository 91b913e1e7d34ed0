import { DELIVERY_STATUSES } from '../../../../shared/domain/deliveries/delivery.ts';
import { now } from '../clock.ts';
import { usePolled } from '../poll.ts';
import { address, filter } from '../router.ts';
import { IdLink } from './links.tsx';
import { Ago, Moment, MomentAndAgo } from './moment.tsx';
import { Pager } from './pager.tsx';
import { Region } from './region.tsx';
import { Status } from './status.tsx';
import { Table } from './table.tsx';

const HOUR_MS = 3_600_000;
const TIMES = {
  'the last hour': HOUR_MS,
  'the last 24 hours': 24 * HOUR_MS,
  'the last 7 days': 7 * 24 * HOUR_MS,
} as const;
/** So that the beginning of a list does not move with every response. */
const WHOLE_MS = 60_000;
const ROWS = '50';

/** The filter and the page in the address, as options of the command. */
export function deliveriesWanted(id: string) {
  const { query } = address.value;
  const [status, since, cursor] = ['status', 'since', 'cursor'].map((name) => query.get(name) ?? undefined);
  return { partner: id, newest: true, limit: ROWS, status, since, cursor };
}

/** The partner's deliveries, newest call first, by status and time. Filter and page are in the address. */
export function PartnerDeliveries({ id }: { readonly id: string }) {
  const wanted = deliveriesWanted(id);
  const { status, since } = wanted;
  const polled = usePolled('delivery list', wanted);
  return (
    <Region name="Deliveries" polled={polled.value}>
      {(rows) => (
        <>
          <Filters status={status} since={since} />
          {polled.value.response?.warnings.map((warning) => (
            <p key={warning} class="soft">
              {warning}
            </p>
          ))}
          <Table
            rows={rows}
            keyOf={({ callId }) => callId}
            empty={status || since ? 'No delivery matches.' : 'The partner has no delivery yet.'}
            columns={[
              { head: 'Call', cell: ({ callId }) => <IdLink page="delivery" id={callId} /> },
              { head: 'Status', cell: ({ status: is }) => <Status status={is} /> },
              { head: 'Recorded', cell: ({ recordedAt }) => recordedAt && <MomentAndAgo at={recordedAt} /> },
              { head: 'Attempts', cell: ({ attempts }) => attempts, isNumber: true },
              {
                head: 'Last outcome',
                cell: ({ lastOutcome, reason }) => lastOutcome ?? reason ?? 'none yet',
                isShort: true,
              },
              { head: 'Next attempt', cell: ({ nextAttemptAt: at }) => (at === null ? 'none' : <Ago at={at} />) },
              { head: 'Line', cell: ({ tenantId }) => <IdLink page="line" id={tenantId} /> },
            ]}
          />
          <Pager next={polled.value.response?.next ?? null} rows={rows.length} />
        </>
      )}
    </Region>
  );
}

interface FiltersProps {
  readonly status: string | undefined;
  readonly since: string | undefined;
}

function Filters({ status, since }: FiltersProps) {
  const take = (name: string) => (event: Event) => {
    if (event.currentTarget instanceof HTMLSelectElement) {
      filter({ [name]: event.currentTarget.value, cursor: undefined });
    }
  };
  const ago = (ms: number) => new Date(Math.floor((now.peek() - ms) / WHOLE_MS) * WHOLE_MS).toISOString();
  return (
    <div class="filters">
      <label>
        Status
        <select onChange={take('status')} value={status ?? ''}>
          <option value="">any</option>
          {DELIVERY_STATUSES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <label>
        Recorded in
        <select onChange={take('since')} value={since ?? ''}>
          <option value="">any time</option>
          {Object.entries(TIMES).map(([words, ms]) => (
            <option key={words} value={ago(ms)}>
              {words}
            </option>
          ))}
          {since ? <option value={since}>the time since {since}</option> : null}
        </select>
      </label>
      {since ? (
        <span class="soft">
          since <Moment at={since} />
        </span>
      ) : null}
    </div>
  );
}
