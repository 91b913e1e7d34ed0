import { METRICS, METRICS_SERVICE } from '../../shared/names/metrics.ts';
import { isoTime } from '../iso-time.ts';
import { requiredOutput, type Target } from '../target.ts';
import { readLastMinutes, type WantedMetric } from './metric-data.ts';

/**
 * Returns two functions: `own` describes the sum of one of our metrics, and `api` describes the sum of one of API
 * Gateway's. Both throw a Problem if the stack lacks an output.
 */
export function metricDescribers({ outputs }: Pick<Target, 'outputs'>) {
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

type Settled = 'delivered' | 'refused' | 'dead' | 'skipped';

const MINUTE_MS = 60_000;

/**
 * Returns how many deliveries were settled in each minute, by status, oldest minute first. Counts from before the
 * metrics began are null, because they are unknown.
 */
export async function readSettledPerMinute(target: Target) {
  const { startsMs, valuesOf } = await readLastMinutes(target, wantedMetrics(target));
  const { metricsSinceMs = 0 } = target;
  return startsMs.map((startMs) => {
    const isKnown = startMs + MINUTE_MS > metricsSinceMs;
    const count = (status: Settled) => (isKnown ? (valuesOf(status).get(startMs) ?? 0) : null);
    return {
      minute: isoTime(startMs),
      delivered: count('delivered'),
      refused: count('refused'),
      dead: count('dead'),
      skipped: count('skipped'),
    };
  });
}

function wantedMetrics(target: Pick<Target, 'outputs'>): Record<Settled, WantedMetric> {
  const { own } = metricDescribers(target);
  return { delivered: own('delivered'), refused: own('refused'), dead: own('dead'), skipped: own('skipped') };
}
