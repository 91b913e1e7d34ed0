import * as z from 'zod';
import { readDescription } from '../../../../shared/names/alarm-description.ts';
import {
  type AlarmDefinition,
  alarmName,
  type CompositeAlarm,
  type MetricAlarm,
  type Query,
} from '../alarm-definition.ts';
import type { Resource, Stacks } from './stacks.ts';

const dimensions = z
  .array(z.object({ Name: z.string(), Value: z.string() }))
  .default([])
  .transform((list) => Object.fromEntries(list.map(({ Name, Value }) => [Name, Value])));

/** The properties of an alarm on one metric. An alarm on metric math has the list `Metrics` instead. */
const single = z.object({
  Namespace: z.string(),
  MetricName: z.string(),
  Dimensions: dimensions,
  Statistic: z.string().optional(),
  ExtendedStatistic: z.string().optional(),
  Period: z.int(),
});

const metricStat = z.strictObject({
  Metric: z.strictObject({ Namespace: z.string(), MetricName: z.string(), Dimensions: dimensions }),
  Period: z.int(),
  Stat: z.string(),
});
const anyQuery = z.strictObject({
  Id: z.string(),
  Label: z.string().optional(),
  ReturnData: z.boolean().default(true),
});
const query = z.union([anyQuery.extend({ MetricStat: metricStat }), anyQuery.extend({ Expression: z.string() })]);

const rule = z.object({
  ComparisonOperator: z.enum([
    'GreaterThanOrEqualToThreshold',
    'GreaterThanThreshold',
    'LessThanThreshold',
    'LessThanOrEqualToThreshold',
  ]),
  Threshold: z.number(),
  EvaluationPeriods: z.int().min(1),
  DatapointsToAlarm: z.int().min(1).optional(),
  TreatMissingData: z.enum(['notBreaching', 'breaching']),
  Metrics: z.array(query).optional(),
});

/**
 * Returns the alarms whose description has a severity, with the local names of functions and queues in their metrics.
 * Alarms without a severity are left out, because only CodeDeploy uses them, to watch rollouts.
 */
export const readAlarms = (stacks: Stacks): AlarmDefinition[] => [
  ...stacks.ofType('AWS::CloudWatch::Alarm').flatMap((resource) => readAlarmWithSeverity(resource, metricAlarm)),
  ...stacks
    .ofType('AWS::CloudWatch::CompositeAlarm')
    .flatMap((resource) => readAlarmWithSeverity(resource, compositeAlarm)),
];

const described = z.object({ AlarmDescription: z.string().default('') });
const named = z.object({ AlarmName: z.string(), AlarmActions: z.array(z.string()).default([]) });

type Text = Pick<AlarmDefinition, 'name' | 'description' | 'severity' | 'runbookAnchor' | 'actions'>;

function readAlarmWithSeverity<Alarm>(resource: Resource, read: (resource: Resource, text: Text) => Alarm): Alarm[] {
  const { AlarmDescription: description } = resource.read(described);
  const told = readDescription(description);
  if (!told) return [];
  const { AlarmName: name, AlarmActions: actions } = resource.read(named);
  return [read(resource, { name, description, severity: told.severity, runbookAnchor: told.runbookAnchor, actions })];
}

function metricAlarm(resource: Resource, text: Text): MetricAlarm {
  const set = resource.read(rule);
  return {
    kind: 'metric',
    ...text,
    queries: set.Metrics?.map(toQuery) ?? [singleQuery(resource)],
    comparison: set.ComparisonOperator,
    threshold: set.Threshold,
    evaluationPeriods: set.EvaluationPeriods,
    datapointsToAlarm: set.DatapointsToAlarm ?? set.EvaluationPeriods,
    treatMissingData: set.TreatMissingData,
  };
}

const composite = z.object({
  AlarmRule: z.string(),
  ActionsSuppressor: z.string().optional(),
  ActionsSuppressorWaitPeriod: z.int().default(0),
  ActionsSuppressorExtensionPeriod: z.int().default(0),
});

function compositeAlarm(resource: Resource, text: Text): CompositeAlarm {
  const { AlarmRule: rule, ActionsSuppressor, ...periods } = resource.read(composite);
  if (ActionsSuppressor === undefined) return { kind: 'composite', ...text, rule };
  const suppressor = {
    name: alarmName(ActionsSuppressor),
    waitMs: 1_000 * periods.ActionsSuppressorWaitPeriod,
    extensionMs: 1_000 * periods.ActionsSuppressorExtensionPeriod,
  };
  return { kind: 'composite', ...text, rule, suppressor };
}

function singleQuery(resource: Resource): Query {
  const { Statistic, ExtendedStatistic, Period, ...Metric } = resource.read(single);
  const Stat = Statistic ?? ExtendedStatistic;
  if (Stat === undefined) throw new Error(`${resource.logicalId} has no statistic`);
  return toQuery({ Id: 'only', ReturnData: true, MetricStat: { Metric, Period, Stat } });
}

function toQuery(given: z.output<typeof query>): Query {
  const common = { id: given.Id, decides: given.ReturnData };
  if ('Expression' in given) return { kind: 'expression', ...common, expression: given.Expression };
  const { Metric, Period, Stat } = given.MetricStat;
  const metric = { namespace: Metric.Namespace, name: Metric.MetricName, dimensions: Metric.Dimensions };
  return { kind: 'metric', ...common, metric, statistic: Stat, periodSeconds: Period };
}
