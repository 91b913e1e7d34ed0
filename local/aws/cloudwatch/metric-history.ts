import { BUDGET_DAYS } from '../../../shared/domain/burn-rates.ts';
import type { Datapoint } from './alarms/alarm.ts';
import { metricKey } from './alarms/time-series.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * How many periods are kept, by the length of a period in milliseconds. The console's charts show `COUNTED_MINUTES`
 * (operator/console/protocol/limits.ts), and budgets need the hours of `BUDGET_DAYS`. The clock of a tool can differ a
 * little, so more periods are kept.
 */
const KEPT: ReadonlyMap<number, number> = new Map([
  [MINUTE_MS, 65],
  [HOUR_MS, BUDGET_DAYS * 24 + 1],
]);

/** The values of one period, in the form of CloudWatch's statistic sets. */
export interface Period {
  sum: number;
  count: number;
  least: number;
  most: number;
}

type Periods = Map<number, Period>;

export type MetricHistory = ReturnType<typeof metricHistory>;

/** The alarms have a store of their own, because they need samples but look back only a few periods. */
export function metricHistory() {
  const byLength = new Map([...KEPT.keys()].map((periodMs) => [periodMs, new Map<string, Periods>()]));

  return {
    /** `atMs` is in real time, not in the time of alarms. */
    add({ metric, values }: Pick<Datapoint, 'metric' | 'values'>, atMs: number): void {
      const key = metricKey(metric);
      for (const [periodMs, periodsOf] of byLength) {
        const periods: Periods = periodsOf.get(key) ?? new Map();
        periodsOf.set(key, periods);
        const startMs = Math.floor(atMs / periodMs) * periodMs;
        const known = periods.get(startMs);
        periods.set(
          startMs,
          values.reduce<Period>(addValue, known ?? { sum: 0, count: 0, least: Infinity, most: -Infinity }),
        );
        if (known === undefined) deleteOldPeriods(periods, startMs - (KEPT.get(periodMs) ?? 0) * periodMs);
      }
    },
    /** Returns the periods of the given length that begin in the given range, oldest first. */
    between: (
      metric: Datapoint['metric'],
      { fromMs, beforeMs, periodMs }: Readonly<Record<'fromMs' | 'beforeMs' | 'periodMs', number>>,
    ): (readonly [startMs: number, Period])[] =>
      [...(byLength.get(periodMs)?.get(metricKey(metric)) ?? [])]
        .filter(([startMs]) => startMs >= fromMs && startMs < beforeMs)
        .sort(([one], [other]) => one - other),
  };
}

const addValue = ({ sum, count, least, most }: Period, value: number): Period => ({
  sum: sum + value,
  count: count + 1,
  least: Math.min(least, value),
  most: Math.max(most, value),
});

function deleteOldPeriods(periods: Periods, upToMs: number) {
  for (const startMs of periods.keys()) if (startMs <= upToMs) periods.delete(startMs);
}
