import { DELIVERY_STATUSES } from '../../../../shared/domain/deliveries/delivery.ts';
import type { DeliveryCounts } from '../../protocol/command-values.ts';
import { COUNTED_PERIODS, type CountedBy } from '../../protocol/limits.ts';
import { clockText, dateText, zoneNameAt } from '../elements/moment.tsx';
import { ResponseView } from '../elements/region.tsx';
import { Bars } from '../plots/bars.tsx';
import { usePolled } from '../poll.ts';
import { address, pathWithQuery, setFilter } from '../router.ts';

const WORDS: Readonly<Record<CountedBy, string>> = {
  day: `the last ${COUNTED_PERIODS.day} days`,
  hour: `the last ${COUNTED_PERIODS.hour} hours`,
};

/** A chart of the partner's deliveries in the last days or hours. The choice of days or hours is in the address. */
export function DeliveriesByPeriod({ id }: { readonly id: string }) {
  const by: CountedBy = address.value.query.get('by') === 'hour' ? 'hour' : 'day';
  const polled = usePolled('delivery counts', { partner: id, by });
  const choose = (event: Event) => {
    if (event.currentTarget instanceof HTMLSelectElement) setFilter({ by: event.currentTarget.value });
  };
  return (
    <figure aria-labelledby="counts">
      <div class="heading">
        <h2 id="counts">Last {by}s</h2>
        <label class="soft">
          Show{' '}
          <select onChange={choose} value={by}>
            {Object.entries(WORDS).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </div>
      <ResponseView polled={polled.value}>{(counts) => <CountsPlot by={by} counts={counts} />}</ResponseView>
    </figure>
  );
}

/** Shows counts of deliveries by their current status. A bar links to the list of deliveries of its period. */
function CountsPlot({ by, counts }: { readonly by: CountedBy; readonly counts: readonly DeliveryCounts[] }) {
  // A day is counted in UTC, so its date is the date in UTC even if the page shows another time zone.
  const dayOf = (since: string) => since.slice(0, 'yyyy-mm-dd'.length);
  const nameOf = (since: string) => (by === 'day' ? dayOf(since) : `${dateText(since)} ${clockText(since)}`);
  const labelOf = (since: string) => (by === 'day' ? dayOf(since).slice('yyyy-'.length) : clockText(since));
  return (
    <Bars
      title={`Deliveries by ${by}`}
      span={`Recorded since ${counts[0] === undefined ? 'then' : nameOf(counts[0].since)}`}
      statuses={DELIVERY_STATUSES}
      head={by === 'day' ? 'Day (UTC)' : `Hour (${zoneNameAt(counts[0]?.since)})`}
      rows={counts.map(({ since, ...statuses }, row) => ({
        at: since,
        name: nameOf(since),
        label: labelOf(since),
        counts: statuses,
        path: pathWithQuery({ since, until: counts[row + 1]?.since, cursor: undefined }),
      }))}
    />
  );
}
