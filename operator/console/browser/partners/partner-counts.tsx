import { COUNTED_PERIODS, type CountedBy } from '../../protocol/limits.ts';
import { ResponseView } from '../elements/region.tsx';
import { CountsPlot } from '../plots/counts-plot.tsx';
import { usePolled } from '../poll.ts';
import { address, setFilter } from '../router.ts';

const WORDS: Readonly<Record<CountedBy, string>> = {
  day: `the last ${COUNTED_PERIODS.day} days`,
  hour: `the last ${COUNTED_PERIODS.hour} hours`,
};

/** A chart of the partner's deliveries in the last days or hours. The choice of days or hours is in the address. */
export function PartnerCounts({ id }: { readonly id: string }) {
  const by: CountedBy = address.value.query.get('by') === 'hour' ? 'hour' : 'day';
  const polled = usePolled('delivery counts', { partner: id, by });
  const choose = (event: Event) => {
    if (event.currentTarget instanceof HTMLSelectElement) setFilter({ by: event.currentTarget.value });
  };
  return (
    <figure aria-labelledby="counts">
      <div class="heading">
        <h2 id="counts">Last days</h2>
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
