import type { AlarmDefinition, MetricAlarm, MetricId, MetricQuery } from '../cloudformation/alarm-definition.ts';
import type { Datapoint } from './alarms/alarm.ts';
import { periodsNeeded } from './alarms/decide-state.ts';
import { metricKey } from './alarms/time-series.ts';

/** A metric that alarms watch, and which of its values these alarms need. */
export interface WatchedMetric {
  readonly metric: MetricId;
  /** Whether all alarms on the metric use the sum. If so, one number per minute replaces the samples. */
  readonly isSummed: boolean;
  readonly horizonMs: number;
}

/** Returns the metrics that alarms watch, each with how far back its alarms look, including the current period. */
export function watchedMetrics(definitions: readonly AlarmDefinition[]): WatchedMetric[] {
  const looks = definitions.filter((alarm) => alarm.kind === 'metric').flatMap(watchedMetricsOf);
  const byMetric = Map.groupBy(looks, ({ metric }) => metricKey(metric));
  return [...byMetric.values()].flatMap(([first, ...others]) =>
    first ? [others.reduce(mergeWatchedMetrics, first)] : [],
  );
}

const watchedMetricsOf = (alarm: MetricAlarm): WatchedMetric[] =>
  alarm.queries
    .filter((query): query is MetricQuery => query.kind === 'metric')
    .map(({ metric, statistic, periodSeconds }) => ({
      metric,
      isSummed: statistic === 'Sum',
      horizonMs: (periodsNeeded(alarm) + 1) * periodSeconds * 1000,
    }));

const mergeWatchedMetrics = (one: WatchedMetric, other: WatchedMetric): WatchedMetric => ({
  metric: one.metric,
  isSummed: one.isSummed && other.isSummed,
  horizonMs: Math.max(one.horizonMs, other.horizonMs),
});

const MINUTE_MS = 60_000;
/**
 * How many samples are kept for one metric and minute. Further samples replace earlier ones at random, so that
 * percentiles stay representative.
 */
const MAX_SAMPLES = 1_000;

interface Minute {
  values: number[];
  /** How many samples were added, including those that are not kept. */
  seen: number;
}

/** Keeps one datapoint a minute for each watched metric, for as long as an alarm may need the datapoint. */
export function metricStore(watched: readonly WatchedMetric[]) {
  const series = new Map(
    watched.map((about) => [metricKey(about.metric), { about, minutes: new Map<number, Minute>() }]),
  );

  return {
    /** Adds a datapoint if an alarm watches its metric. */
    add({ metric, atMs, values }: Datapoint): void {
      const found = series.get(metricKey(metric));
      if (!found) return;
      const { about, minutes } = found;
      const startMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
      const minute = minutes.get(startMs) ?? { values: [], seen: 0 };
      if (minute.seen === 0) {
        deleteOldMinutes(minutes, startMs - about.horizonMs);
        minutes.set(startMs, minute);
      }
      if (about.isSummed) addToSum(minute, values);
      else for (const value of values) addToSample(minute, value);
    },

    /** Returns every datapoint that an alarm may still need. */
    datapoints: (nowMs: number): readonly Datapoint[] =>
      [...series.values()].flatMap(({ about, minutes }) => {
        deleteOldMinutes(minutes, nowMs - about.horizonMs);
        return [...minutes].map(([atMs, { values }]) => ({ metric: about.metric, atMs, values }));
      }),
  };
}

function deleteOldMinutes(minutes: Map<number, Minute>, endedBeforeMs: number) {
  for (const startMs of minutes.keys()) if (startMs + MINUTE_MS <= endedBeforeMs) minutes.delete(startMs);
}

function addToSum(minute: Minute, values: readonly number[]) {
  minute.values = [values.reduce((sum, value) => sum + value, minute.values[0] ?? 0)];
  minute.seen += values.length;
}

function addToSample(minute: Minute, value: number) {
  minute.seen += 1;
  if (minute.values.length < MAX_SAMPLES) minute.values.push(value);
  else {
    const place = Math.floor(Math.random() * minute.seen);
    if (place < MAX_SAMPLES) minute.values[place] = value;
  }
}
