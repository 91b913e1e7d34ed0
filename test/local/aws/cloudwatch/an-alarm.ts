import type { MetricAlarm, MetricId, MetricQuery } from '../../../../local/aws/cloudformation/alarm-definition.ts';

/** Returns an alarm with the threshold 1 and without queries, with the changes that a test needs. */
export const anAlarm = (change: Partial<MetricAlarm> = {}): MetricAlarm => ({
  kind: 'metric',
  name: 'an-alarm',
  description: '',
  severity: 'page',
  runbookAnchor: '',
  actions: [],
  queries: [],
  comparison: 'GreaterThanOrEqualToThreshold',
  threshold: 1,
  evaluationPeriods: 1,
  datapointsToAlarm: 1,
  treatMissingData: 'notBreaching',
  ...change,
});

/** Returns a query for the sum of each minute, which decides the state of its alarm. */
export const aQuery = (metric: MetricId, change: Partial<MetricQuery> = {}): MetricQuery => ({
  kind: 'metric',
  id: 'm1',
  decides: true,
  metric,
  statistic: 'Sum',
  periodSeconds: 60,
  ...change,
});
