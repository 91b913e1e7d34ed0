import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { readDescription } from '../../../shared/names/alarm-description.ts';
import { synthesized } from '../synthesized.ts';
import { only, resources } from '../template-reader.ts';

const dimensions = z.array(z.object({ Name: z.string(), Value: z.unknown() })).default([]);
const metric = z.object({ Namespace: z.string(), MetricName: z.string(), Dimensions: dimensions });
const ref = z.object({ Ref: z.string() });
const notifier = z.object({
  AlarmName: z.string().default(''),
  AlarmDescription: z.string(),
  AlarmActions: z.array(ref).default([]),
  OKActions: z.array(ref).default([]),
});
const alarm = notifier.extend({
  EvaluationPeriods: z.number(),
  DatapointsToAlarm: z.number().optional(),
  TreatMissingData: z.string(),
  Period: z.number().optional(),
  Namespace: z.string().optional(),
  Metrics: z
    .array(
      z.object({
        Id: z.string(),
        Expression: z.string().optional(),
        ReturnData: z.boolean(),
        MetricStat: z.object({ Metric: metric, Period: z.number() }).optional(),
      }),
    )
    .default([]),
});
const composite = notifier.extend({
  AlarmRule: z.unknown(),
  ActionsSuppressor: z.unknown().optional(),
  ActionsSuppressorWaitPeriod: z.number().optional(),
  ActionsSuppressorExtensionPeriod: z.number().optional(),
});

const { service } = synthesized('prod');
const all = Object.entries(resources(service, 'AWS::CloudWatch::Alarm', alarm));

/** Returns the alarms whose descriptions have a severity, which those that only end a rollout lack. */
const describedIn = <Found extends z.output<typeof notifier>>(found: readonly (readonly [string, Found])[]) =>
  found.flatMap(([logicalId, one]) => {
    const described = readDescription(one.AlarmDescription);
    return described ? [{ logicalId, name: one.AlarmName, ...one, ...described }] : [];
  });
const alarms = describedIn(all);
const composites = describedIn(Object.entries(resources(service, 'AWS::CloudWatch::CompositeAlarm', composite)));
const incidents = composites.filter(({ severity }) => severity === 'page');
const everyAlarm = [...alarms, ...composites];
const notifying = everyAlarm.filter(({ severity }) => severity === 'page' || severity === 'ticket');
/** Returns the logical ids of the alarms in a composite alarm's rule. */
const inRule = (rule: unknown) =>
  [...JSON.stringify(rule).matchAll(/"Fn::GetAtt":\["(\w+)","Arn"\]/g)].map(([, logicalId = '']) => logicalId);
const metricsOf = ({ Metrics }: z.output<typeof alarm>) =>
  Metrics.flatMap(({ Id, MetricStat }) => (MetricStat ? [{ id: Id, ...MetricStat }] : []));

describe('the alarms of stage prod', () => {
  it('exactly the alarms of stage prod with the severity page or ticket notify on-call', () => {
    const silent = everyAlarm.filter(({ AlarmActions }) => AlarmActions.length === 0);
    expect(new Set(silent.map(({ severity }) => severity))).toEqual(new Set(['part', 'window']));
    expect(everyAlarm.filter(({ severity }) => severity === 'part' || severity === 'window')).toEqual(silent);
  });

  it('every alarm of stage prod without a severity can roll back a deployment', () => {
    const ofNobody = all.filter(([, { AlarmDescription }]) => readDescription(AlarmDescription) === undefined);
    expect(ofNobody.map(([logicalId]) => logicalId).filter((id) => !id.startsWith('Rollout'))).toEqual([]);
  });

  it('each objective of stage prod has a fast-burn alarm and a slow-burn alarm', () => {
    const burns = composites.filter((one) => !incidents.includes(one));
    expect(burns.map(({ name, severity }) => [name, severity])).toEqual(
      ['availability', 'freshness', 'delivery'].flatMap((objective) => [
        [`partner-lines-prod-${objective}-fast-burn`, 'part'],
        [`partner-lines-prod-${objective}-slow-burn`, 'ticket'],
      ]),
    );
    const windows = alarms.filter(({ severity }) => severity === 'window').map(({ logicalId }) => logicalId);
    expect(burns.flatMap(({ AlarmRule }) => inRule(AlarmRule)).sort()).toEqual(windows.sort());
  });

  it.each(everyAlarm)(
    'the description of the alarm $name states the impact in a whole sentence',
    ({ name, AlarmDescription, impact }) => {
      expect(name).toMatch(/^partner-lines-prod-[a-z0-9-]+$/);
      expect(impact).toMatch(/^[A-Z].{20,}\.$/);
      expect(AlarmDescription.length).toBeLessThanOrEqual(1024);
    },
  );

  it.each(notifying)(
    'the alarm $name notifies the topic of its severity when it is raised and when it ends',
    ({ severity, AlarmActions, OKActions }) => {
      expect(AlarmActions).toHaveLength(1);
      expect(AlarmActions[0]?.Ref).toContain(severity);
      expect(OKActions).toEqual(AlarmActions);
    },
  );

  it.each(alarms)('missing data raises the alarm api-unreachable, but no other alarm: $name', (found) => {
    expect(found.TreatMissingData).toBe(found.name.endsWith('-api-unreachable') ? 'breaching' : 'notBreaching');
  });

  // CloudWatch rejects an alarm beyond these limits only during deployment.
  it.each(alarms)("the alarm $name stays within CloudWatch's limits for an alarm", (found) => {
    const metrics = metricsOf(found);
    const periods = new Set([
      ...(found.Period === undefined ? [] : [found.Period]),
      ...metrics.map(({ Period }) => Period),
    ]);
    const [period = 0] = periods;
    expect(periods.size).toBe(1);
    expect(period % 60).toBe(0);
    expect(period * found.EvaluationPeriods).toBeLessThanOrEqual(86_400);
    expect(metrics.length).toBeLessThanOrEqual(10);
    expect(found.DatapointsToAlarm ?? 0).toBeLessThanOrEqual(found.EvaluationPeriods);
    for (const { Id } of found.Metrics) expect(Id).toMatch(/^[a-z][A-Za-z0-9_]*$/);
    if (found.Metrics.length > 0) expect(found.Metrics.filter(({ ReturnData }) => ReturnData)).toHaveLength(1);
  });

  it('alarms of stage prod replace missing DynamoDB metrics with 0', () => {
    const onTable = alarms.filter((found) =>
      metricsOf(found).some(({ Metric }) => Metric.Namespace === 'AWS/DynamoDB'),
    );
    expect(onTable.length).toBeGreaterThan(0);
    expect(alarms.filter(({ Namespace }) => Namespace === 'AWS/DynamoDB')).toEqual([]);
    for (const found of onTable) {
      const [deciding] = found.Metrics.filter(({ ReturnData }) => ReturnData);
      for (const { id } of metricsOf(found)) expect(deciding?.Expression).toContain(`FILL(${id}, 0)`);
    }
  });

  it('alarms of stage prod tolerate one minute in which a late metric is replaced with 0', () => {
    const everyMinute = alarms.filter((found) => {
      const [deciding] = found.Metrics.filter(({ Expression }) => Expression !== undefined);
      const isAllFilled = metricsOf(found).every(({ id }) => deciding?.Expression?.includes(`FILL(${id}, 0)`));
      return deciding && isAllFilled && metricsOf(found).every(({ Period }) => Period === 60);
    });
    for (const found of everyMinute) expect(found.DatapointsToAlarm).toBeLessThan(found.EvaluationPeriods);
  });

  it('alarms on DynamoDB metrics name all dimensions that DynamoDB reports with these metrics', () => {
    const dynamo = alarms.flatMap(metricsOf).filter(({ Metric }) => Metric.Namespace === 'AWS/DynamoDB');
    for (const { Metric } of dynamo) {
      const names = Metric.Dimensions.map(({ Name }) => Name);
      expect(names).toContain('TableName');
      if (Metric.MetricName === 'SystemErrors') expect(names).toContain('Operation');
    }
    const throttled = dynamo.filter(({ Metric }) => Metric.MetricName.endsWith('ThrottleEvents'));
    const indexes = throttled.flatMap(({ Metric }) =>
      Metric.Dimensions.filter(({ Name }) => Name === 'GlobalSecondaryIndexName').map(({ Value }) => Value),
    );
    expect(new Set(indexes)).toEqual(new Set(['due', 'byPartner', 'undelivered']));
  });
});

describe('the incidents, which combine several alarms', () => {
  it('there are four incidents: API, calls, events and receivers', () => {
    const names = ['api', 'calls', 'events', 'receivers'].map((name) => `partner-lines-prod-incident-${name}`);
    expect(incidents.map(({ name }) => name)).toEqual(names);
  });

  it.each(incidents)('the incident $name depends on exactly the parts that name it', ({ name, AlarmRule }) => {
    const named = everyAlarm.filter(({ incident }) => `partner-lines-prod-${incident}` === name);
    expect(inRule(AlarmRule).sort()).toEqual(named.map(({ logicalId }) => logicalId).sort());
    // CloudWatch's limit for a composite alarm.
    expect(named.length).toBeLessThanOrEqual(100);
    expect(named.length).toBeGreaterThan(0);
  });

  it('every alarm of the severity `part` belongs to exactly one incident', () => {
    const parts = everyAlarm.filter(({ severity }) => severity === 'part').map(({ logicalId }) => logicalId);
    expect(incidents.flatMap(({ AlarmRule }) => inRule(AlarmRule)).sort()).toEqual(parts.sort());
  });

  it('an incident of calls or events notifies nobody while the incident of the API is raised', () => {
    const [api] = incidents;
    const periods = { ActionsSuppressorWaitPeriod: 120, ActionsSuppressorExtensionPeriod: 900 };
    const byApi = { ActionsSuppressor: { 'Fn::GetAtt': [api?.logicalId, 'Arn'] }, ...periods };
    expect(incidents).toMatchObject([{}, byApi, byApi, {}]);
    const others = incidents.filter(({ name }) => /-(api|receivers)$/.test(name));
    expect(others.map(({ ActionsSuppressor }) => ActionsSuppressor)).toEqual([undefined, undefined]);
  });

  it('the dashboard shows the settled deliveries under the title `Health of partners`', () => {
    const body = JSON.stringify(only(service, 'AWS::CloudWatch::Dashboard').Properties);
    expect(body).toContain('Health of partners');
    expect(body.indexOf('Health of partners')).toBeLessThan(body.indexOf('Settled deliveries by status'));
    expect(body.indexOf('Settled deliveries by status')).toBeLessThan(body.indexOf('## Deliveries'));
  });
});
