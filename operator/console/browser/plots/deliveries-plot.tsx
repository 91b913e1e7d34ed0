import { UNDELIVERED_STATUSES } from '../../../../shared/domain/deliveries/delivery.ts';
import type { Minute } from '../../protocol/command-values.ts';
import { COUNTED_MINUTES } from '../../protocol/overview-reads.ts';
import { pathTo } from '../../protocol/pages.ts';
import { clockText, zoneNameAt } from '../elements/moment.tsx';
import { MINUTE_MS } from '../time.ts';
import { Bars } from './bars.tsx';

const STATUSES = ['delivered', ...UNDELIVERED_STATUSES] as const;
const LAST_MINUTES = `In the last ${COUNTED_MINUTES.count} minutes`;

const minuteAfter = (minute: string) => new Date(Date.parse(minute) + MINUTE_MS).toISOString();

const deliveryCountsIn = ({ delivered, refused, dead, skipped }: Minute) =>
  delivered === null || refused === null || dead === null || skipped === null
    ? null
    : { delivered, refused, dead, skipped };

/** Each minute links to the deliveries of the calls that were recorded in this minute. */
export function DeliveriesPlot({ minutes }: { readonly minutes: readonly Minute[] }) {
  const first = minutes.find((minute) => deliveryCountsIn(minute) !== null);
  const isCut = first !== undefined && first !== minutes[0];
  return (
    <Bars
      title="Deliveries by minute"
      span={isCut ? `Since the service started, at ${clockText(first.minute)}` : LAST_MINUTES}
      statuses={STATUSES}
      head={`Minute (${zoneNameAt(minutes[0]?.minute)})`}
      rows={minutes.map((counted) => {
        const { minute } = counted;
        const range = { status: 'any', since: minute, until: minuteAfter(minute) };
        return {
          at: minute,
          name: clockText(minute),
          label: clockText(minute),
          counts: deliveryCountsIn(counted),
          path: `${pathTo('deliveries')}?${new URLSearchParams(range)}`,
        };
      })}
    />
  );
}
