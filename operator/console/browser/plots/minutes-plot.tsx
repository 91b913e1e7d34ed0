import { pathTo } from '../../protocol/pages.ts';
import type { Minute } from '../../protocol/values.ts';
import { clockText, zoneAt } from '../elements/moment.tsx';
import { Bars } from './bars.tsx';

const STATUSES = ['delivered', 'refused', 'dead', 'skipped'] as const;

const MINUTE_MS = 60_000;
const minuteAfter = (minute: string) => new Date(Date.parse(minute) + MINUTE_MS).toISOString();

/** Settled deliveries by minute and status. A minute leads to the calls that were recorded in it. */
export const MinutesPlot = ({ minutes }: { readonly minutes: readonly Minute[] }) => (
  <Bars
    title="Deliveries by minute"
    span={`In the last ${minutes.length} minutes`}
    statuses={STATUSES}
    head={`Minute (${zoneAt(minutes[0]?.minute)})`}
    rows={minutes.map(({ minute, ...counts }) => ({
      at: minute,
      name: clockText(minute),
      label: clockText(minute),
      counts,
      path: `${pathTo('deliveries')}?${new URLSearchParams({ status: 'any', since: minute, until: minuteAfter(minute) })}`,
    }))}
  />
);
