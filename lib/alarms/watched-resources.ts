import type { Lane } from '../../shared/domain/deliveries/lane.ts';
import { METRICS, METRICS_SERVICE, metricsNamespace } from '../../shared/names/metrics.ts';
import type { DeployedFunction } from '../rights.ts';
import { type AccessLogMetric, METRIC_NAMES } from './access-log-metrics.ts';
import type { MetricRow } from './alarm-row.ts';

/** What alarms watch in a stage, by the names that CloudWatch uses. */
export interface WatchedResources {
  readonly stage: string;
  readonly api: { readonly name: string; readonly stageName: string };
  readonly functions: readonly WatchedFunction[];
  readonly queues: Readonly<Record<Lane | 'intake' | 'intakeDeadLetters' | 'deadLetters' | 'relayFailures', string>>;
  readonly table: { readonly name: string; readonly indexes: readonly string[] };
}

export interface WatchedFunction {
  readonly action: DeployedFunction;
  readonly name: string;
  readonly timeoutSeconds: number;
}

export type OwnMetric = keyof typeof METRICS;

/** Returns a metric that our functions write themselves. */
export function ownMetric(stage: string, metric: OwnMetric, statistic = 'Sum', action?: DeployedFunction): MetricRow {
  const dimensions = { service: METRICS_SERVICE, ...(action === undefined ? {} : { function: action }) };
  return { namespace: metricsNamespace(stage), name: METRICS[metric].name, dimensions, statistic };
}

/** Returns a metric that is counted from API Gateway's access log. */
export const accessLogMetric = (stage: string, metric: AccessLogMetric): MetricRow => ({
  namespace: metricsNamespace(stage),
  name: METRIC_NAMES[metric],
  dimensions: {},
  statistic: 'Sum',
});

/** Returns a metric of Lambda, over all versions of the function. */
export const functionMetric = (functionName: string, name: string, statistic: string): MetricRow => ({
  namespace: 'AWS/Lambda',
  name,
  dimensions: { FunctionName: functionName },
  statistic,
});

export const queueMetric = (queueName: string, name: string, statistic: string): MetricRow => ({
  namespace: 'AWS/SQS',
  name,
  dimensions: { QueueName: queueName },
  statistic,
});

export const apiMetric = (
  { name, stageName }: WatchedResources['api'],
  metric: string,
  statistic: string,
): MetricRow => ({
  namespace: 'AWS/ApiGateway',
  name: metric,
  dimensions: { ApiName: name, Stage: stageName },
  statistic,
});

/**
 * Returns a metric of the table. Some of DynamoDB's metrics have a further dimension. An alarm that does not name this
 * dimension is never raised.
 */
export const tableMetric = (
  tableName: string,
  name: string,
  further: Readonly<Partial<Record<'Operation' | 'GlobalSecondaryIndexName', string>>> = {},
): MetricRow => ({
  namespace: 'AWS/DynamoDB',
  name,
  dimensions: { TableName: tableName, ...further },
  statistic: 'Sum',
});
