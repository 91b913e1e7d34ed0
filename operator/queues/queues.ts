import { LANES } from '../../shared/domain/deliveries/lane.ts';
import type { WantedMetric } from '../metrics/metric-data.ts';
import type { StackOutputs, Target } from '../target.ts';

/** The lanes, then the queues of messages that our functions could not handle. */
export const QUEUE_IDS = [...LANES, 'dead', 'relay'] as const;
export type QueueId = (typeof QUEUE_IDS)[number];

/** The stack output that has the URL of each queue. */
const OUTPUTS = {
  main: 'DeliveryQueueUrl',
  slow: 'SlowQueueUrl',
  hung: 'HungQueueUrl',
  dead: 'DeadLetterQueueUrl',
  relay: 'RelayFailureQueueUrl',
} as const satisfies Record<QueueId, keyof StackOutputs>;

type Outputs<Id extends QueueId> = Readonly<Pick<StackOutputs, (typeof OUTPUTS)[Id]>>;

export const urlOf = <Id extends QueueId>({ outputs }: { readonly outputs: Outputs<Id> }, id: Id) =>
  outputs[OUTPUTS[id]];

/** Returns the metric that says how long the oldest message of a queue waits, in seconds. */
export const ageIn = (target: Pick<Target, 'outputs'>, id: QueueId): WantedMetric => ({
  namespace: 'AWS/SQS',
  name: 'ApproximateAgeOfOldestMessage',
  dimensions: { QueueName: urlOf(target, id).split('/').at(-1) ?? '' },
  statistic: 'Maximum',
});
