import { type Dimension, type MetricDataQuery, paginateGetMetricData } from '@aws-sdk/client-cloudwatch';
import { Problem } from '../../tooling/command-line/problem.ts';
import { COUNTED_MINUTES } from '../console/protocol/overview-reads.ts';
import type { Target } from '../target.ts';

const SECOND_MS = 1_000;
const MINUTE_SECONDS = 60;

export interface WantedMetric {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly statistic: 'Sum' | 'Maximum';
}

interface LastPeriods<Name> {
  /** The beginning of each period, oldest first. */
  readonly startsMs: readonly number[];
  /** Returns the values of a metric by the start of their period. A period without a value is missing. */
  readonly valuesOf: (name: Name) => ReadonlyMap<number, number>;
}

export const readLastMinutes = <Name extends string>(
  target: Pick<Target, 'cloudwatch'>,
  wanted: Readonly<Record<Name, WantedMetric>>,
  minutes: number = COUNTED_MINUTES.count,
  realMs = Date.now(),
): Promise<LastPeriods<Name>> =>
  readLastPeriods(target, wanted, { count: minutes, periodSeconds: MINUTE_SECONDS }, realMs);

/**
 * Uses real time, as CloudWatch does, even if the clock of a local service was moved. CloudWatch charges for each
 * metric.
 */
export async function readLastPeriods<Name extends string>(
  { cloudwatch }: Pick<Target, 'cloudwatch'>,
  wanted: Readonly<Record<Name, WantedMetric>>,
  { count, periodSeconds }: { readonly count: number; readonly periodSeconds: number },
  realMs = Date.now(),
): Promise<LastPeriods<Name>> {
  const periodMs = periodSeconds * SECOND_MS;
  const endMs = (Math.floor(realMs / periodMs) + 1) * periodMs;
  const startMs = endMs - count * periodMs;
  const found = new Map<string, Map<number, number>>();
  const pages = paginateGetMetricData(
    { client: cloudwatch },
    {
      StartTime: new Date(startMs),
      EndTime: new Date(endMs),
      ScanBy: 'TimestampAscending',
      MetricDataQueries: Object.entries<WantedMetric>(wanted).map(([name, metric]) =>
        queryOf(name, metric, periodSeconds),
      ),
    },
  );
  for await (const { MetricDataResults = [] } of pages) {
    for (const { Id = '', Timestamps = [], Values = [], StatusCode } of MetricDataResults) {
      // A metric that could not be read must not look like a metric without values.
      if (StatusCode === 'InternalError' || StatusCode === 'Forbidden') {
        throw new Problem(`CloudWatch did not return the metric ${Id} (${StatusCode}). Run the command again.`);
      }
      const values = found.get(Id) ?? new Map<number, number>();
      for (const [at, time] of Timestamps.entries()) values.set(time.getTime(), Values[at] ?? 0);
      found.set(Id, values);
    }
  }
  return {
    startsMs: Array.from({ length: count }, (_, at) => startMs + at * periodMs),
    valuesOf: (name) => found.get(idOf(name)) ?? new Map(),
  };
}

/** Returns an id for a query. CloudWatch allows only letters, digits and underscores in an id. */
const idOf = (name: string) => name.replaceAll('-', '_');

const queryOf = (name: string, metric: WantedMetric, Period: number): MetricDataQuery => ({
  Id: idOf(name),
  MetricStat: {
    Metric: {
      Namespace: metric.namespace,
      MetricName: metric.name,
      Dimensions: Object.entries(metric.dimensions).map(dimensionOf),
    },
    Period,
    Stat: metric.statistic,
  },
});

const dimensionOf = ([Name, Value]: [string, string]): Dimension => ({ Name, Value });
