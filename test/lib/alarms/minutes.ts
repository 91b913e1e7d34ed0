import type { AlarmDefinition, MetricId } from '../../../local/aws/cloudformation/alarm-definition.ts';
import type { Datapoint } from '../../../local/aws/cloudwatch/alarms/alarm.ts';

/** The metric samples that one minute reports. */
export type Minute = readonly (readonly [MetricId, readonly number[]])[];

type Dimensions = MetricId['dimensions'];
const metric = (namespace: string, name: string, dimensions: Dimensions = {}): MetricId => ({
  namespace,
  name,
  dimensions,
});

/** The names are written here a second time, so that the test does not repeat a mistake of the stack. */
export const api = (name: string) => metric('AWS/ApiGateway', name, { ApiName: 'partner-lines-prod', Stage: 'prod' });
export const lambda = (FunctionName: string, name: string) => metric('AWS/Lambda', name, { FunctionName });
export const own = (name: string, further: Dimensions = {}) =>
  metric('PartnerLines/prod', name, { service: 'partner-lines', ...further });
/** Counted in the access log of API Gateway. */
export const turnedAway = (name: string) => metric('PartnerLines/prod', name);
export const account = (name: string) => metric('AWS/Lambda', name);

/** The names of queues and tables come from the deployment. */
export const sqs = (QueueName: string, name: string) => metric('AWS/SQS', name, { QueueName });
export const dynamodb = (TableName: string, name: string, further: Dimensions = {}) =>
  metric('AWS/DynamoDB', name, { TableName, ...further });

export const times = (count: number, value: number): number[] => Array.from({ length: count }, () => value);

export interface Names {
  readonly main: string;
  readonly slow: string;
  readonly hung: string;
  readonly intake: string;
  readonly intakeDeadLetters: string;
  readonly deadLetters: string;
  readonly relayFailures: string;
  readonly table: string;
  readonly functions: readonly string[];
}

/** Returns a minute of a quiet working day: every part reports, and nothing is wrong. */
const ordinaryMinute = (names: Names, { sweeps }: { readonly sweeps: boolean }): Minute => [
  [api('Count'), times(20, 1)],
  [api('4XXError'), [1, ...times(19, 0)]],
  [api('5XXError'), times(20, 0)],
  [api('Latency'), times(20, 120)],
  ...names.functions.flatMap((name): Minute => {
    if (name === 'sweep' && !sweeps) return [];
    return [
      [lambda(name, 'Invocations'), [1, 1]],
      [lambda(name, 'Errors'), [0, 0]],
      [lambda(name, 'Throttles'), [0, 0]],
      [lambda(name, 'Duration'), [90, 110]],
    ];
  }),
  [lambda('relay', 'IteratorAge'), [300]],
  [account('ClaimedAccountConcurrency'), [40]],
  [account('ConcurrentExecutions'), [10]],
  ...[names.main, names.slow, names.hung, names.intake].flatMap(
    (queue): Minute => [
      [sqs(queue, 'ApproximateNumberOfMessagesVisible'), [1]],
      [sqs(queue, 'ApproximateNumberOfMessagesNotVisible'), [2]],
      [sqs(queue, 'ApproximateAgeOfOldestMessage'), [1]],
      [sqs(queue, 'NumberOfMessagesDeleted'), [5]],
    ],
  ),
  ...[names.deadLetters, names.relayFailures, names.intakeDeadLetters].flatMap(
    (queue): Minute => [
      [sqs(queue, 'ApproximateNumberOfMessagesVisible'), [0]],
      [sqs(queue, 'ApproximateAgeOfOldestMessage'), [0]],
    ],
  ),
  // The probe's request is one of those above.
  [own('ProbesFailed'), [0]],
  [own('InvalidKey'), [1]],
  [own('CallsLookedUp'), [1, 1]],
  [own('CallsRecorded'), [1, 1]],
  [own('FirstAttempts'), [1, 1]],
  [own('TimedFirstAttempts'), [1, 1]],
  [own('DeliveryAttempts'), [1, 1]],
  [own('WebhookDelivered'), [1, 1]],
  [own('WakeUpLateness'), [200]],
  [own('SlowLaneLateness'), [400_000]],
  [own('HungLaneLateness'), [400_000]],
  [own('DeliveryLatency'), [900]],
];

export const PREFIX = 'partner-lines-prod-';
export const MINUTE_MS = 60_000;
const START_MS = Date.parse('2026-01-01T00:00:00.000Z');
/**
 * The ordinary minutes before the trouble. Half an hour is long enough for every alarm except those that look at hours,
 * and an ordinary half hour does not affect those.
 */
const ORDINARY_BEFORE = 30;
export const TROUBLE_MS = START_MS + ORDINARY_BEFORE * MINUTE_MS;

/**
 * Returns a function that turns a course of minutes after an ordinary half hour into datapoints. A minute of the course
 * replaces what its metrics report on an ordinary day. Metrics that no alarm in `watched` has are left out, because they
 * would only take time.
 */
export function reporterOf(names: Names) {
  const sweeping = ordinaryMinute(names, { sweeps: true });
  const other = ordinaryMinute(names, { sweeps: false });
  return (course: readonly Minute[], watched: readonly AlarmDefinition[]): Datapoint[] => {
    const known = new Set(watched.flatMap(metricsOf).map(({ name }) => name));
    const isKnown = ([{ name }]: Minute[number]) => known.has(name);
    const [ofSweep, ofOther] = [sweeping.filter(isKnown), other.filter(isKnown)];
    const before = Array.from({ length: ORDINARY_BEFORE }, (): Minute => []);
    return [...before, ...course].flatMap((minute, at) => {
      const trouble = minute.filter(isKnown);
      const inTrouble = new Set(trouble.map(([metric]) => JSON.stringify(metric)));
      const ordinary = at % 5 === 0 ? ofSweep : ofOther;
      const atMs = START_MS + at * MINUTE_MS + MINUTE_MS / 2;
      return [
        ...(inTrouble.size === 0 ? ordinary : ordinary.filter(([metric]) => !inTrouble.has(JSON.stringify(metric)))),
        ...trouble,
      ]
        .filter(([, values]) => values.length > 0)
        .map(([metric, values]) => ({ metric, atMs, values }));
    });
  };
}

/** Returns the metrics of an alarm. A composite alarm has none of its own. */
export const metricsOf = (alarm: AlarmDefinition): MetricId[] =>
  alarm.kind === 'composite' ? [] : alarm.queries.flatMap((query) => (query.kind === 'metric' ? [query.metric] : []));
