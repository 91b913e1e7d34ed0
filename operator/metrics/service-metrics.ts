import { METRICS, METRICS_SERVICE } from '../../shared/names/metrics.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import type { Target } from '../target.ts';
import type { WantedMetric } from './metric-data.ts';

/** Describes sums of metrics: ours, or those of API Gateway. Throws a Problem if the stack lacks an output. */
export function metricsOf({ stackName, outputs }: Pick<Target, 'stackName' | 'outputs'>) {
  const output = (name: 'MetricsNamespace' | 'ApiName' | 'ApiStageName'): string => {
    const value = outputs[name];
    if (value === undefined) throw new Problem(`${stackName} has no output ${name}. Deploy this version.`);
    return value;
  };
  return {
    own: (metric: keyof typeof METRICS): WantedMetric => ({
      namespace: output('MetricsNamespace'),
      name: METRICS[metric].name,
      dimensions: { service: METRICS_SERVICE },
      statistic: 'Sum',
    }),
    api: (name: string): WantedMetric => ({
      namespace: 'AWS/ApiGateway',
      name,
      dimensions: { ApiName: output('ApiName'), Stage: output('ApiStageName') },
      statistic: 'Sum',
    }),
  };
}
