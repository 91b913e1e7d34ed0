import type { Minute } from '../../protocol/values.ts';
import { clockText, zoneAt } from '../parts/moment.tsx';
import { Bars } from './bars.tsx';

const STATUSES = ['delivered', 'refused', 'dead', 'skipped'] as const;
/** The axis names every tenth minute. */
const LABEL_EVERY = 10;

/** Settled deliveries by minute and status. */
export const MinutesPlot = ({ minutes }: { readonly minutes: readonly Minute[] }) => (
  <Bars
    title="Deliveries by minute"
    span={`In the last ${minutes.length} minutes`}
    statuses={STATUSES}
    head={`Minute (${zoneAt(minutes[0]?.minute)})`}
    rows={minutes.map(({ minute, ...counts }, row) => ({
      at: minute,
      name: clockText(minute),
      label: row % LABEL_EVERY === 0 ? clockText(minute) : undefined,
      counts,
    }))}
  />
);
