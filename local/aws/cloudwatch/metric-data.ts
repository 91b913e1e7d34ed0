import * as z from 'zod';
import { AwsFault } from '../http/json-service.ts';
import type { MetricHistory, Period } from './metric-history.ts';

const SECOND_MS = 1_000;

const STATISTICS: Readonly<Record<string, (period: Period) => number>> = {
  Sum: ({ sum }) => sum,
  SampleCount: ({ count }) => count,
  Average: ({ sum, count }) => sum / count,
  Minimum: ({ least }) => least,
  Maximum: ({ most }) => most,
};

/** The requests that our tools make: metrics without expressions, by the minute or by the hour. */
const getMetricData = z.object({
  StartTime: z.number(),
  EndTime: z.number(),
  ScanBy: z.literal('TimestampAscending'),
  MetricDataQueries: z.array(
    z.object({
      Id: z.string(),
      MetricStat: z.object({
        Metric: z.object({
          Namespace: z.string(),
          MetricName: z.string(),
          Dimensions: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
        }),
        Period: z.literal([60, 3600]),
        Stat: z.string(),
      }),
    }),
  ),
});
type Query = z.output<typeof getMetricData>['MetricDataQueries'][number];

/** Responds to `GetMetricData`. Times are in Unix seconds, as the protocol requires. */
export const metricDataFrom = (history: Pick<MetricHistory, 'between'>) => (body: unknown) => {
  const { StartTime, EndTime, MetricDataQueries } = getMetricData.parse(body);
  return {
    MetricDataResults: MetricDataQueries.map(({ Id, MetricStat }) => ({
      Id,
      Label: MetricStat.Metric.MetricName,
      StatusCode: 'Complete',
      ...metricDataResult(history, MetricStat, StartTime * SECOND_MS, EndTime * SECOND_MS),
    })),
  };
};

function metricDataResult(
  history: Pick<MetricHistory, 'between'>,
  { Metric, Period, Stat }: Query['MetricStat'],
  fromMs: number,
  beforeMs: number,
) {
  const reduce = STATISTICS[Stat];
  if (!reduce) throw new AwsFault('InvalidParameterValue', `The emulator does not know the statistic ${Stat}`);
  const dimensions = Object.fromEntries(Metric.Dimensions.map(({ Name, Value }) => [Name, Value]));
  const metric = { namespace: Metric.Namespace, name: Metric.MetricName, dimensions };
  const periods = history.between(metric, { fromMs, beforeMs, periodMs: Period * SECOND_MS });
  return {
    Timestamps: periods.map(([startMs]) => startMs / SECOND_MS),
    Values: periods.map(([, values]) => reduce(values)),
  };
}
