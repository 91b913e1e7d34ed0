import { afterAll, describe, expect, it } from '@jest/globals';
import { readAlarms } from '../../../../../local/aws/cloudformation/template/alarms.ts';
import { openAssembly } from '../../../../../local/aws/cloudformation/template/assembly.ts';
import { localNames } from '../../../../../local/aws/cloudformation/template/local-names.ts';
import { loadStacks } from '../../../../../local/aws/cloudformation/template/stacks.ts';
import { assembly, removeAssemblies } from './assemblies.ts';

const read = (Resources: Readonly<Record<string, object>>) =>
  readAlarms(loadStacks(openAssembly(assembly({ one: { Resources } })), ['one'], localNames('http://sqs')));
afterAll(removeAssemblies);

const queue = { Type: 'AWS::SQS::Queue', Properties: {} };
const rule = {
  AlarmName: 'late',
  AlarmDescription: 'PAGE: Events come late. Runbook: docs/runbook.md#it-is-late',
  ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  Threshold: 5,
  EvaluationPeriods: 3,
  TreatMissingData: 'notBreaching',
};
const onQueue = {
  Namespace: 'AWS/SQS',
  MetricName: 'Age',
  Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': ['Queue', 'QueueName'] } }],
};
const TOPIC = 'arn:aws:sns:eu-west-1:000000000000:page';
const late = { ...rule, ...onQueue, AlarmActions: [TOPIC], Statistic: 'Maximum', Period: 60 };
const alarm = (Properties: object) => ({ Type: 'AWS::CloudWatch::Alarm', Properties });

describe('an alarm in a CloudFormation template', () => {
  it('an alarm from a template refers to its queue by the local name of the queue', () => {
    expect(read({ Queue: queue, Late: alarm(late) })).toEqual([
      {
        kind: 'metric',
        name: 'late',
        description: rule.AlarmDescription,
        severity: 'page',
        runbookAnchor: 'it-is-late',
        actions: [TOPIC],
        queries: [
          {
            kind: 'metric',
            id: 'only',
            decides: true,
            metric: { namespace: 'AWS/SQS', name: 'Age', dimensions: { QueueName: 'one-Queue' } },
            statistic: 'Maximum',
            periodSeconds: 60,
          },
        ],
        comparison: 'GreaterThanOrEqualToThreshold',
        threshold: 5,
        evaluationPeriods: 3,
        datapointsToAlarm: 3,
        treatMissingData: 'notBreaching',
      },
    ]);
  });

  it('an alarm from a template can have an expression over a metric', () => {
    const Metrics = [
      { Id: 'sum', Expression: 'age * 2', ReturnData: true },
      { Id: 'age', MetricStat: { Metric: onQueue, Period: 60, Stat: 'p90' }, ReturnData: false },
    ];
    expect(read({ Queue: queue, Late: alarm({ ...rule, Metrics }) })).toMatchObject([
      {
        queries: [
          { kind: 'expression', id: 'sum', decides: true, expression: 'age * 2' },
          { kind: 'metric', id: 'age', decides: false, statistic: 'p90' },
        ],
      },
    ]);
  });

  it('the rule of a composite alarm from a template can refer to another alarm by ARN', () => {
    const AlarmRule = { 'Fn::Join': ['', ['ALARM("', { 'Fn::GetAtt': ['Late', 'Arn'] }, '")']] };
    const AlarmDescription = 'TICKET: Something is wrong. Runbook: docs/runbook.md#health';
    const Properties = { AlarmName: 'health', AlarmDescription, AlarmRule };
    const health = { Type: 'AWS::CloudWatch::CompositeAlarm', Properties };
    expect(read({ Queue: queue, Late: alarm(late), Health: health })[1]).toMatchObject({
      kind: 'composite',
      severity: 'ticket',
      rule: 'ALARM("arn:aws:cloudwatch:eu-west-1:000000000000:alarm:late")',
    });
  });

  it('the suppressor of a composite alarm has periods of 0 if the template sets no periods', () => {
    const ActionsSuppressor = { 'Fn::GetAtt': ['Late', 'Arn'] };
    const AlarmDescription = 'PAGE: Something is wrong. Runbook: docs/runbook.md#health';
    const Properties = { AlarmName: 'health', AlarmDescription, AlarmRule: 'FALSE', ActionsSuppressor };
    const suppressed = (more: object) =>
      read({
        Queue: queue,
        Late: alarm(late),
        Health: { Type: 'AWS::CloudWatch::CompositeAlarm', Properties: { ...Properties, ...more } },
      })[1];
    expect(suppressed({})).toMatchObject({ suppressor: { name: 'late', waitMs: 0, extensionMs: 0 } });
    expect(suppressed({ ActionsSuppressorWaitPeriod: 120, ActionsSuppressorExtensionPeriod: 900 })).toMatchObject({
      suppressor: { name: 'late', waitMs: 120_000, extensionMs: 900_000 },
    });
  });

  it('an alarm is left out of the local service if its description names no severity', () => {
    expect(read({ Queue: queue, Rollout: alarm({ ...late, AlarmDescription: 'Rolls a version back' }) })).toEqual([]);
  });

  it.each([
    ['a rule that keeps the previous state while data is missing', { TreatMissingData: 'ignore' }],
    ['a comparison with a band', { ComparisonOperator: 'GreaterThanUpperThreshold' }],
    ['no statistic', { Statistic: undefined }],
    [
      'a metric of another account',
      { Metrics: [{ Id: 'm', AccountId: '1', MetricStat: { Metric: onQueue, Period: 60, Stat: 'Sum' } }] },
    ],
  ])('an alarm with %s is rejected by the emulator', (_what, different) => {
    expect(() => read({ Queue: queue, Late: alarm({ ...late, ...different }) })).toThrow('Late');
  });
});
