import type { MetricId } from '../../../local/aws/cloudformation/alarm-definition.ts';
import type { Datapoint } from '../../../local/aws/cloudwatch/alarms/alarm.ts';

/** The metric samples that one minute reports. */
export type Minute = readonly (readonly [MetricId, readonly number[]])[];

/**
 * The names are those of CloudWatch and of our logs. They are written here a second time, so that the test does not
 * repeat a mistake of the stack.
 */
export const api = (name: string): MetricId => ({
  namespace: 'AWS/ApiGateway',
  name,
  dimensions: { ApiName: 'partner-lines-prod', Stage: 'prod' },
});
export const lambda = (FunctionName: string, name: string): MetricId => ({
  namespace: 'AWS/Lambda',
  name,
  dimensions: { FunctionName },
});
export const own = (name: string, further: Readonly<Record<string, string>> = {}): MetricId => ({
  namespace: 'PartnerLines/prod',
  name,
  dimensions: { service: 'partner-lines', ...further },
});
/** Counted in the access log of API Gateway. */
export const turnedAway = (name: string): MetricId => ({ namespace: 'PartnerLines/prod', name, dimensions: {} });
export const account = (name: string): MetricId => ({ namespace: 'AWS/Lambda', name, dimensions: {} });

/** The names of queues and tables come from the deployment. */
export const sqs = (QueueName: string, name: string): MetricId => ({
  namespace: 'AWS/SQS',
  name,
  dimensions: { QueueName },
});
export const dynamodb = (
  TableName: string,
  name: string,
  further: Readonly<Record<string, string>> = {},
): MetricId => ({
  namespace: 'AWS/DynamoDB',
  name,
  dimensions: { TableName, ...further },
});

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

/**
 * Returns a minute of a quiet working day: every part reports, and nothing is wrong. Sweeps run in every fifth minute.
 */
export const ordinaryMinute = (names: Names, { sweeps }: { readonly sweeps: boolean }): Minute => [
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

/** Turns a course of minutes into datapoints. Trouble replaces what its metrics report on an ordinary day. */
export function datapointsOf(
  startMs: number,
  minutes: readonly { readonly ordinary: Minute; readonly trouble: Minute }[],
): Datapoint[] {
  return minutes.flatMap(({ ordinary, trouble }, minute) => {
    const inTrouble = new Set(trouble.map(([metric]) => JSON.stringify(metric)));
    const atMs = startMs + minute * 60_000 + 30_000;
    return [
      ...(inTrouble.size === 0 ? ordinary : ordinary.filter(([metric]) => !inTrouble.has(JSON.stringify(metric)))),
      ...trouble,
    ]
      .filter(([, values]) => values.length > 0)
      .map(([metric, values]) => ({ metric, atMs, values }));
  });
}
