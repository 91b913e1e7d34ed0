import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { metricsNamespace } from '../../shared/names/metrics.ts';
import { logGroupName } from '../functions/logs.ts';
import { ACCESS_LOG } from '../stages.ts';

export const METRIC_NAMES = { throttled: 'RequestsThrottled', blocked: 'RequestsBlocked' } as const;
export type AccessLogMetric = keyof typeof METRIC_NAMES;

/** API Gateway's names for its responses to requests that its throttle or WAF rejects. */
const RESPONSES = { throttled: 'THROTTLED', blocked: 'WAF_FILTERED' } as const satisfies Record<
  AccessLogMetric,
  string
>;

/**
 * Counts the requests that the throttle or WAF rejected. API Gateway's own metrics count them as 4XX, together
 * with the mistakes of partners. While API Gateway throttles very many requests, its log may lack some lines.
 */
export class AccessLogMetrics extends Construct {
  constructor(scope: Construct, id: string, stage: string) {
    super(scope, id);
    const logGroup = LogGroup.fromLogGroupName(this, 'Log', logGroupName(stage, ACCESS_LOG));
    for (const metric of ['throttled', 'blocked'] as const)
      new MetricFilter(this, metric, {
        logGroup,
        filterPattern: FilterPattern.stringValue('$.gatewayResponse', '=', RESPONSES[metric]),
        metricNamespace: metricsNamespace(stage),
        metricName: METRIC_NAMES[metric],
        metricValue: '1',
      });
  }
}
