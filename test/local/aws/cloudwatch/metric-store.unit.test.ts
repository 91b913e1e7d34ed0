import { describe, expect, it } from '@jest/globals';
import type { MetricQuery } from '../../../../local/aws/cloudformation/alarm-definition.ts';
import { metricStore, type WatchedMetric, watchedMetrics } from '../../../../local/aws/cloudwatch/metric-store.ts';
import { anAlarm, aQuery } from './an-alarm.ts';

const MINUTE_MS = 60_000;
const metric = {
  namespace: 'AWS/Lambda',
  name: 'Errors',
  dimensions: { FunctionName: 'relay', Resource: 'relay:live' },
};
const watched = (about: Partial<WatchedMetric> = {}): WatchedMetric => ({
  metric,
  isSummed: false,
  horizonMs: 5 * MINUTE_MS,
  ...about,
});

describe('the metric store', () => {
  it('the metric store combines the values of a metric into one datapoint per minute', () => {
    const store = metricStore([watched()]);
    store.add({ metric, atMs: 60_001, values: [1, 2] });
    store.add({ metric, atMs: 119_999, values: [3] });
    store.add({ metric, atMs: 120_000, values: [4] });
    expect(store.datapoints(180_000)).toEqual([
      { metric, atMs: 60_000, values: [1, 2, 3] },
      { metric, atMs: 120_000, values: [4] },
    ]);
  });

  it('the metric store keeps only the sum of each minute if every alarm on the metric uses the sum', () => {
    const store = metricStore([watched({ isSummed: true })]);
    for (let n = 0; n < 5_000; n += 1) store.add({ metric, atMs: 60_000 + n, values: [1, 0] });
    expect(store.datapoints(120_000)).toEqual([{ metric, atMs: 60_000, values: [5_000] }]);
  });

  it('the metric store finds a metric by its dimensions in any order', () => {
    const store = metricStore([watched()]);
    const turned = { ...metric, dimensions: { Resource: 'relay:live', FunctionName: 'relay' } };
    store.add({ metric: turned, atMs: 0, values: [1] });
    expect(store.datapoints(MINUTE_MS)).toHaveLength(1);
  });

  it('the metric store drops metrics that no alarm uses', () => {
    const store = metricStore([watched()]);
    store.add({ metric: { ...metric, name: 'Throttles' }, atMs: 0, values: [1] });
    store.add({ metric: { ...metric, dimensions: { FunctionName: 'relay' } }, atMs: 0, values: [1] });
    expect(store.datapoints(MINUTE_MS)).toEqual([]);
  });

  it('the metric store drops datapoints that are too old for every alarm', () => {
    const store = metricStore([watched()]);
    for (let minute = 0; minute < 20; minute += 1) store.add({ metric, atMs: minute * MINUTE_MS, values: [minute] });
    const kept = store.datapoints(20 * MINUTE_MS).map(({ values }) => values[0]);
    expect(kept).toEqual([15, 16, 17, 18, 19]);
    expect(store.datapoints(60 * MINUTE_MS)).toEqual([]);
  });

  it('the metric store keeps at most 1,000 random samples per minute', () => {
    const store = metricStore([watched()]);
    for (let n = 0; n < 20_000; n += 1) store.add({ metric, atMs: 0, values: [n] });
    const [{ values } = { values: [] }] = store.datapoints(MINUTE_MS);
    expect(values).toHaveLength(1_000);
    const average = values.reduce((sum, value) => sum + value, 0) / values.length;
    // If all samples have the same chance, the average has a standard deviation of 183. The bound is six standard
    // deviations.
    expect(Math.abs(average - 10_000)).toBeLessThan(1_100);
  });
});

describe('the list of metrics that alarms use', () => {
  const query = aQuery(metric);
  const alarm = (queries: readonly MetricQuery[], evaluationPeriods = 3) => anAlarm({ queries, evaluationPeriods });

  it('the list of alarm metrics has each metric once, with the longest time that its alarms look back', () => {
    const p99 = aQuery(metric, { statistic: 'p99', periodSeconds: 300 });
    expect(watchedMetrics([alarm([query])])).toEqual([{ metric, isSummed: true, horizonMs: 6 * MINUTE_MS }]);
    expect(watchedMetrics([alarm([query]), alarm([p99], 1)])).toEqual([
      { metric, isSummed: false, horizonMs: 20 * MINUTE_MS },
    ]);
    const other = aQuery({ ...metric, name: 'Invocations' });
    expect(watchedMetrics([alarm([query, other])])).toHaveLength(2);
  });
});
