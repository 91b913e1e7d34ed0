import { Metrics } from '@aws-lambda-powertools/metrics';
import { METRICS, METRICS_SERVICE } from '../names/metrics.ts';

type Metric = keyof typeof METRICS;
type OfUnit<Unit> = { [Name in Metric]: (typeof METRICS)[Name]['unit'] extends Unit ? Name : never }[Metric];
export type Countable = OfUnit<'Count'>;
export type Measurable = OfUnit<'Milliseconds'>;

/** Collects the metrics of a function. */
export interface Meter {
  count(metric: Countable, times?: number): void;
  measure(metric: Measurable, durationMs: number): void;
  /** Writes the metrics that were collected since the last flush, if any. */
  flush(): void;
}

/**
 * Writes metrics as log lines in the embedded metric format, which CloudWatch turns into metrics. Each measured value
 * is written, because CloudWatch cannot compute percentiles from sums. Many values take several lines.
 */
export function createMeter(namespace: string, functionName: string, version: string): Meter {
  const ofService = new Metrics({ namespace, serviceName: METRICS_SERVICE });
  const ofFunction = new Metrics({ namespace, serviceName: METRICS_SERVICE });
  function note(metric: Metric, value: number): void {
    const { name, unit, ...about } = METRICS[metric];
    if (!('byFunction' in about)) return void ofService.addMetric(name, unit, value);
    // The dimensions are set each time, because writing a line clears the dimensions.
    if (!ofFunction.hasStoredMetrics()) {
      ofFunction.addDimension('function', functionName).addDimensions({ version: `${functionName}:${version}` });
    }
    ofFunction.addMetric(name, unit, value);
  }
  return {
    count(metric, times = 1) {
      if (times > 0 || 'evenZero' in METRICS[metric]) note(metric, times);
    },
    measure: note,
    flush() {
      for (const metrics of [ofService, ofFunction]) if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
    },
  };
}
