import { METRICS, METRICS_SERVICE } from '../../shared/names/metrics.ts';
import { requiredOutput, type Target } from '../target.ts';
import type { WantedMetric } from './metric-data.ts';

/** Describes sums of metrics: ours, or those of API Gateway. Throws a Problem if the stack lacks an output. */
export function metricsOf({ outputs }: Pick<Target, 'outputs'>) {
  return {
    own: (metric: keyof typeof METRICS): WantedMetric => ({
      namespace: requiredOutput(outputs, 'MetricsNamespace'),
      name: METRICS[metric].name,
      dimensions: { service: METRICS_SERVICE },
      statistic: 'Sum',
    }),
    api: (name: string): WantedMetric => ({
      namespace: 'AWS/ApiGateway',
      name,
      dimensions: { ApiName: requiredOutput(outputs, 'ApiName'), Stage: requiredOutput(outputs, 'ApiStageName') },
      statistic: 'Sum',
    }),
  };
}
