import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Measured, MetricRow } from './alarm-row.ts';

export const metricOf = ({ name, dimensions, ...row }: MetricRow, periodSeconds: number, label?: string) =>
  new Metric({
    ...row,
    metricName: name,
    dimensionsMap: { ...dimensions },
    period: Duration.seconds(periodSeconds),
    ...(label === undefined ? {} : { label }),
  });

/** Returns the time series that is compared with the threshold of an alarm's row. */
export function timeSeriesOf({ id, metrics, expression, periodSeconds }: Measured, label = id): IMetric {
  const usingMetrics = Object.fromEntries(
    Object.entries(metrics).map(([name, metric]) => [name, metricOf(metric, periodSeconds)]),
  );
  if (expression !== undefined)
    return new MathExpression({ expression, usingMetrics, label, period: Duration.seconds(periodSeconds) });
  const [only, ...others] = Object.values(usingMetrics);
  if (!only || others.length > 0)
    throw new Error(`${id} needs an expression that combines its metrics into one time series`);
  return only;
}
