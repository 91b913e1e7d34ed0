import { type Dimension, type MetricDataQuery, paginateGetMetricData } from '@aws-sdk/client-cloudwatch';
import type { Target } from '../target.ts';

const MINUTE_SECONDS = 60;
const MINUTE_MS = 60_000;

export interface WantedMetric {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly statistic: 'Sum' | 'Maximum';
}

/** The values of a metric by the beginning of their minute. A minute without a value is missing. */
export type Minutes = ReadonlyMap<number, number>;

/**
 * Returns the values of metrics in the last minutes, the current minute included. CloudWatch's clock is the real one,
 * even if the clock of a local service was moved. CloudWatch charges for each metric.
 */
export async function lastMinutes<Name extends string>(
  { cloudwatch }: Pick<Target, 'cloudwatch'>,
  wanted: Readonly<Record<Name, WantedMetric>>,
  minutes: number,
  realMs = Date.now(),
): Promise<{ readonly startsMs: readonly number[]; readonly valuesOf: (name: Name) => Minutes }> {
  const endMs = (Math.floor(realMs / MINUTE_MS) + 1) * MINUTE_MS;
  const startMs = endMs - minutes * MINUTE_MS;
  const found = new Map<string, Map<number, number>>();
  const pages = paginateGetMetricData(
    { client: cloudwatch },
    {
      StartTime: new Date(startMs),
      EndTime: new Date(endMs),
      ScanBy: 'TimestampAscending',
      MetricDataQueries: Object.entries<WantedMetric>(wanted).map(queryOf),
    },
  );
  for await (const { MetricDataResults = [] } of pages) {
    for (const { Id = '', Timestamps = [], Values = [] } of MetricDataResults) {
      const values = found.get(Id) ?? new Map<number, number>();
      for (const [at, time] of Timestamps.entries()) values.set(time.getTime(), Values[at] ?? 0);
      found.set(Id, values);
    }
  }
  return {
    startsMs: Array.from({ length: minutes }, (_, at) => startMs + at * MINUTE_MS),
    valuesOf: (name) => found.get(name) ?? new Map(),
  };
}

const queryOf = ([Id, { namespace, name, dimensions, statistic }]: [string, WantedMetric]): MetricDataQuery => ({
  Id,
  MetricStat: {
    Metric: { Namespace: namespace, MetricName: name, Dimensions: Object.entries(dimensions).map(dimensionOf) },
    Period: MINUTE_SECONDS,
    Stat: statistic,
  },
});

const dimensionOf = ([Name, Value]: [string, string]): Dimension => ({ Name, Value });
