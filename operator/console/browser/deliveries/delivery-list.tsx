import type { ComponentChildren } from 'preact';
import { DELIVERY_STATUSES } from '../../../../shared/domain/deliveries/delivery.ts';
import type { ListedDelivery } from '../../protocol/command-values.ts';
import { ROWS_PER_PAGE } from '../../protocol/limits.ts';
import { UNDELIVERED } from '../../protocol/paths-and-names.ts';
import { now } from '../clock.ts';
import { applyFilter, FilterField } from '../elements/filter.tsx';
import { IdLink, LineLink, PartnerLink } from '../elements/links.tsx';
import { RoughRelativeTime } from '../elements/moment.tsx';
import { Pager } from '../elements/pager.tsx';
import { Region } from '../elements/region.tsx';
import { DeliveryStatusBadge } from '../elements/status.tsx';
import { Table } from '../elements/table.tsx';
import { usePolled } from '../poll.ts';
import { address, setFilter } from '../router.ts';
import { HOUR_MS, MINUTE_MS } from '../time.ts';

const EXAMPLE_TIME = '2026-11-21T10:00:00Z';
const TIMES = {
  'the last hour': HOUR_MS,
  'the last 24 hours': 24 * HOUR_MS,
  'the last 7 days': 7 * 24 * HOUR_MS,
} as const;

/** The query parameters of the address that select deliveries. */
const IN_ADDRESS = ['partner', 'tenant', 'status', 'since', 'until', 'cursor'] as const;
type Filters = Partial<Record<(typeof IN_ADDRESS)[number], string | undefined>>;

/** Returns options of `delivery list`. `of` overrides the address, but a status in the address overrides `of.status`. */
export function deliveryListOptions(of: Pick<Filters, 'partner' | 'tenant' | 'status'> = {}) {
  const { query } = address.value;
  const given = Object.fromEntries(IN_ADDRESS.map((name) => [name, query.get(name) ?? undefined]));
  const status = given['status'] === 'any' ? undefined : (given['status'] ?? of.status);
  const [partner, tenant] = [of.partner ?? given['partner'], of.tenant ?? given['tenant']];
  return { partner, tenant, newest: true, limit: String(ROWS_PER_PAGE), ...given, ...of, status };
}

interface Props {
  readonly of?: Pick<Filters, 'partner' | 'tenant' | 'status'>;
  /** False if the heading of the page already names the list. */
  readonly hasHeading?: false;
  /** Further fields of the filter. */
  readonly children?: ComponentChildren;
}

/** The filter and the cursor are in the address. */
export function DeliveryList({ of = {}, hasHeading, children }: Props) {
  const wanted = deliveryListOptions(of);
  const polled = usePolled('delivery list', wanted);
  const isFiltered = IN_ADDRESS.some((name) => address.value.query.has(name));
  return (
    <Region
      name="Deliveries"
      polled={polled.value}
      hasHeading={hasHeading}
      before={
        <FilterForm {...wanted} canBeAny={of.status === undefined}>
          {children}
        </FilterForm>
      }
    >
      {(rows) => (
        <>
          <Table
            rows={rows}
            keyOf={({ callId }) => callId}
            empty={isFiltered || of.status ? 'No delivery matches.' : 'There is no delivery yet.'}
            columns={[
              { head: 'Call', cell: ({ callId }) => <IdLink page="delivery" id={callId} /> },
              { head: 'Status', cell: ({ status: is }) => <DeliveryStatusBadge status={is} />, isShort: true },
              {
                head: 'Last outcome',
                cell: ({ lastOutcome, reason }) => lastOutcome ?? reason ?? 'none yet',
                isShort: true,
              },
              { head: 'Attempts', cell: ({ attempts }) => attempts, isNumber: true },
              ...(of.partner === undefined && of.tenant === undefined ? [PARTNER] : []),
              ...(of.tenant === undefined ? [LINE] : []),
              {
                head: 'Next',
                cell: ({ nextAttemptAt: at }) => (at === null ? '' : <RoughRelativeTime at={at} />),
                isNumber: true,
              },
              {
                head: 'Recorded',
                cell: ({ recordedAt }) => recordedAt && <RoughRelativeTime at={recordedAt} />,
                isNumber: true,
              },
            ]}
          />
          <Pager next={polled.value.response?.next ?? null} rows={rows.length} />
        </>
      )}
    </Region>
  );
}

const PARTNER = {
  head: 'Partner',
  cell: ({ partnerId }: ListedDelivery) => partnerId && <PartnerLink id={partnerId} />,
} as const;
const LINE = {
  head: 'Line',
  cell: ({ tenantId }: ListedDelivery) => <LineLink id={tenantId} />,
  isMinor: true,
} as const;

interface FormProps extends Filters {
  readonly canBeAny: boolean;
  readonly children?: ComponentChildren;
}

function FilterForm({ status, since, until, canBeAny, children }: FormProps) {
  const submit = (event: Event) => {
    if (event.type === 'submit') event.preventDefault();
    const form = event.currentTarget instanceof HTMLSelectElement ? event.currentTarget.form : event.currentTarget;
    if (form instanceof HTMLFormElement) applyFilter(form);
  };
  // Rounded down to a minute, so that the options of the form do not change with every response.
  const ago = (ms: number) => new Date(Math.floor((now.peek() - ms) / MINUTE_MS) * MINUTE_MS).toISOString();
  const choose = (event: Event) => {
    if (event.currentTarget instanceof HTMLSelectElement)
      setFilter({ since: event.currentTarget.value, until: undefined, cursor: undefined });
  };
  return (
    <form class="filters" onSubmit={submit}>
      {children}
      <label>
        Status
        <select name="status" onChange={submit} value={status ?? (canBeAny ? '' : 'any')}>
          <option value={canBeAny ? '' : 'any'}>any</option>
          <option value={UNDELIVERED}>not delivered</option>
          {DELIVERY_STATUSES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <label>
        Recorded in
        <select onChange={choose} value={until ? 'between' : (since ?? '')}>
          <option value="">any time</option>
          {Object.entries(TIMES).map(([words, ms]) => (
            <option key={words} value={ago(ms)}>
              {words}
            </option>
          ))}
          {since && !until ? <option value={since}>the time since {since}</option> : null}
          {until ? <option value="between">the time below</option> : null}
        </select>
      </label>
      <FilterField name="since" words="From" example={EXAMPLE_TIME} value={since} />
      <FilterField name="until" words="Until" example={EXAMPLE_TIME} value={until} />
      <button type="submit">Filter</button>
    </form>
  );
}
