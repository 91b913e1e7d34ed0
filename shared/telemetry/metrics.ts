import { Metrics } from '@aws-lambda-powertools/metrics';
import { METRICS, METRICS_SERVICE } from '../names/metrics.ts';

type Metric = keyof typeof METRICS;
type OfUnit<Unit> = { [Name in Metric]: (typeof METRICS)[Name]['unit'] extends Unit ? Name : never }[Metric];
export type Countable = OfUnit<'Count'>;
export type Measurable = OfUnit<'Milliseconds'>;

/** Where a function notes what alarms and dashboard look at. */
export interface Meter {
  count(metric: Countable, times?: number): void;
  measure(metric: Measurable, durationMs: number): void;
  /** Writes out what was noted since the last time; nothing when that is nothing. */
  flush(): void;
}

/**
 * Notes metrics as lines of the log in the embedded metric format, from which CloudWatch makes metrics. Every value is kept,
 * so that percentiles are true also over several deliveries of one invocation.
 */
export function createMeter(namespace: string, functionName: string, version: string): Meter {
  const ofService = new Metrics({ namespace, serviceName: METRICS_SERVICE });
  const ofFunction = new Metrics({ namespace, serviceName: METRICS_SERVICE });
  function note(metric: Metric, value: number): void {
    const { name, unit, ...about } = METRICS[metric];
    if (!('byFunction' in about)) return void ofService.addMetric(name, unit, value);
    // Forgotten with each line that is written.
    if (!ofFunction.hasStoredMetrics()) {
      ofFunction.addDimension('function', functionName).addDimensions({ version: `${functionName}:${version}` });
    }
    ofFunction.addMetric(name, unit, value);
  }
  return {
    count(metric, times = 1) {
      if (times > 0) note(metric, times);
    },
    measure: note,
    flush() {
      for (const metrics of [ofService, ofFunction]) if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
    },
  };
}
