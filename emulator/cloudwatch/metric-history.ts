import type { Datapoint } from './alarms/alarm.ts';
import { keyOf } from './alarms/time-series.ts';

const MINUTE_MS = 60_000;

/** How long the history goes back. Charts show the last hour, and CloudWatch's clock and ours may differ a little. */
const KEPT_MINUTES = 65;

/** The values of one minute, as CloudWatch's statistic sets have them. */
export interface Minute {
  sum: number;
  count: number;
  least: number;
  most: number;
}

/** The metric by its key, and the minutes by their beginning. */
type Minutes = Map<number, Minute>;

export type MetricHistory = ReturnType<typeof metricHistory>;

/**
 * Keeps every metric for an hour, for charts. The alarms have a store of their own, because they need samples but look
 * back only a few minutes.
 */
export function metricHistory() {
  const minutesOf = new Map<string, Minutes>();

  return {
    /** `atMs` is the real time. */
    add({ metric, values }: Pick<Datapoint, 'metric' | 'values'>, atMs: number): void {
      const startMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
      const key = keyOf(metric);
      const minutes: Minutes = minutesOf.get(key) ?? new Map();
      minutesOf.set(key, minutes);
      const known = minutes.get(startMs);
      minutes.set(
        startMs,
        values.reduce<Minute>(including, known ?? { sum: 0, count: 0, least: Infinity, most: -Infinity }),
      );
      if (known === undefined) forget(minutes, startMs);
    },
    /** Returns the minutes that begin in the given time, oldest first. */
    between: (metric: Datapoint['metric'], fromMs: number, beforeMs: number): (readonly [startMs: number, Minute])[] =>
      [...(minutesOf.get(keyOf(metric)) ?? [])]
        .filter(([startMs]) => startMs >= fromMs && startMs < beforeMs)
        .sort(([one], [other]) => one - other),
  };
}

const including = ({ sum, count, least, most }: Minute, value: number): Minute => ({
  sum: sum + value,
  count: count + 1,
  least: Math.min(least, value),
  most: Math.max(most, value),
});

function forget(minutes: Minutes, newestMs: number) {
  for (const startMs of minutes.keys()) if (startMs <= newestMs - KEPT_MINUTES * MINUTE_MS) minutes.delete(startMs);
}
