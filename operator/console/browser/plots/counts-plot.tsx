import { DELIVERY_STATUSES } from '../../../../shared/domain/deliveries/delivery.ts';
import type { CountedBy } from '../../protocol/limits.ts';
import type { DeliveryCounts } from '../../protocol/values.ts';
import { clockText, dateText, zoneAt } from '../elements/moment.tsx';
import { pathWithQuery } from '../router.ts';
import { Bars } from './bars.tsx';

interface Props {
  readonly by: CountedBy;
  readonly counts: readonly DeliveryCounts[];
}

/** Counts deliveries by their current status. A bar links to the deliveries that it counts. */
export function CountsPlot({ by, counts }: Props) {
  // A day is counted in UTC, so its date is the date in UTC even if the page shows another time zone.
  const dayOf = (since: string) => since.slice(0, 'yyyy-mm-dd'.length);
  const nameOf = (since: string) => (by === 'day' ? dayOf(since) : `${dateText(since)} ${clockText(since)}`);
  const labelOf = (since: string) => (by === 'day' ? dayOf(since).slice('yyyy-'.length) : clockText(since));
  return (
    <Bars
      title={`Deliveries by ${by}`}
      span={`Recorded since ${counts[0] === undefined ? 'then' : nameOf(counts[0].since)}`}
      statuses={DELIVERY_STATUSES}
      head={by === 'day' ? 'Day (UTC)' : `Hour (${zoneAt(counts[0]?.since)})`}
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
