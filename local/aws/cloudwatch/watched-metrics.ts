import type { AlarmDefinition, MetricAlarm, MetricQuery } from '../cloudformation/alarm-definition.ts';
import { periodsNeeded } from './alarms/decide-state.ts';
import { metricKey } from './alarms/time-series.ts';
import type { WatchedMetric } from './metric-store.ts';

/** Returns the metrics that alarms watch, each with how far back its alarms look, including the current period. */
export function watchedMetrics(definitions: readonly AlarmDefinition[]): WatchedMetric[] {
  const looks = definitions.filter((alarm) => alarm.kind === 'metric').flatMap(looksOf);
  const byMetric = Map.groupBy(looks, ({ metric }) => metricKey(metric));
  return [...byMetric.values()].flatMap(([first, ...others]) => (first ? [others.reduce(both, first)] : []));
}

const looksOf = (alarm: MetricAlarm): WatchedMetric[] =>
  alarm.queries
    .filter((query): query is MetricQuery => query.kind === 'metric')
    .map(({ metric, statistic, periodSeconds }) => ({
      metric,
      isSummed: statistic === 'Sum',
      horizonMs: (periodsNeeded(alarm) + 1) * periodSeconds * 1000,
    }));

const both = (one: WatchedMetric, other: WatchedMetric): WatchedMetric => ({
  metric: one.metric,
  isSummed: one.isSummed && other.isSummed,
  horizonMs: Math.max(one.horizonMs, other.horizonMs),
});
