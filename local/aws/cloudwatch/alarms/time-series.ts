import type { MetricId, MetricQuery } from '../../cloudformation/alarm-definition.ts';
import type { Datapoint } from './alarm.ts';

/** One value per period, the oldest first; `undefined` where nothing was reported. */
export type TimeSeries = readonly (number | undefined)[];

/** The periods of an evaluation. There are `length` periods, and the last one ends at `endMs`. */
export interface Periods {
  readonly endMs: number;
  readonly periodMs: number;
  readonly length: number;
}

/** Returns a function that finds the datapoints of a metric. */
export function datapointFinder(datapoints: readonly Datapoint[]) {
  const found = Map.groupBy(datapoints, ({ metric }) => metricKey(metric));
  return (metric: MetricId): readonly Datapoint[] => found.get(metricKey(metric)) ?? [];
}

/** Applies the query's statistic to the samples of each period. */
export function timeSeriesOf(
  { statistic }: Pick<MetricQuery, 'statistic'>,
  datapoints: readonly Datapoint[],
  { endMs, periodMs, length }: Periods,
): TimeSeries {
  const reduce = statisticReducer(statistic);
  const startMs = endMs - length * periodMs;
  const samples = Array.from({ length }, (): number[] => []);
  for (const { atMs, values } of datapoints) samples[Math.floor((atMs - startMs) / periodMs)]?.push(...values);
  return samples.map((values) => (values.length === 0 ? undefined : reduce(values)));
}

type Reduce = (values: readonly number[]) => number;

const sum: Reduce = (values) => values.reduce((total, value) => total + value, 0);

const STATISTICS: Readonly<Record<string, Reduce>> = {
  Sum: sum,
  Average: (values) => sum(values) / values.length,
  SampleCount: (values) => values.length,
  Maximum: (values) => values.reduce((largest, value) => Math.max(largest, value)),
  Minimum: (values) => values.reduce((smallest, value) => Math.min(smallest, value)),
};

function statisticReducer(statistic: string): Reduce {
  const percent = /^p(\d+(?:\.\d+)?)$/.exec(statistic)?.[1];
  const reduce = percent === undefined ? STATISTICS[statistic] : percentile(Number(percent));
  if (!reduce) throw new Error(`The statistic ${statistic} is not known`);
  return reduce;
}

/** Returns a function that computes the percentile by the nearest-rank method. */
const percentile =
  (percent: number): Reduce =>
  (values) => {
    const rank = Math.max(1, Math.ceil((percent / 100) * values.length));
    return values.toSorted((one, other) => one - other)[rank - 1] ?? Number.NaN;
  };

const keys = new WeakMap<MetricId, string>();

/**
 * Returns a metric as text that is the same for any order of its dimensions. Caches the text for each metric object,
 * because alarms look up the same metrics every minute.
 */
export function metricKey(metric: MetricId): string {
  const key = keys.get(metric) ?? textOf(metric);
  keys.set(metric, key);
  return key;
}

const textOf = ({ namespace, name, dimensions }: MetricId): string =>
  JSON.stringify([namespace, name, Object.entries(dimensions).sort(([one], [other]) => (one < other ? -1 : 1))]);
