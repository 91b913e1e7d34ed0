import type { WantedMetric } from '../metrics/metric-data.ts';
import type { StackOutputs, Target } from '../target.ts';

/** The three lanes of the wake-ups. */
export const LANES = ['main', 'slow', 'hung'] as const;
/** The lanes, then the queues of messages that our functions could not handle. */
export const QUEUE_IDS = [...LANES, 'dead', 'relay'] as const;
export type QueueId = (typeof QUEUE_IDS)[number];

const OUTPUTS = {
  main: 'DeliveryQueueUrl',
  slow: 'SlowQueueUrl',
  hung: 'HungQueueUrl',
  dead: 'DeadLetterQueueUrl',
  relay: 'RelayFailureQueueUrl',
} as const satisfies Record<QueueId, keyof StackOutputs>;

export const urlOf = ({ outputs }: Pick<Target, 'outputs'>, id: QueueId) => outputs[OUTPUTS[id]];

/** Returns the metric that says how long the oldest message of a queue waits, in seconds. */
export const ageIn = (target: Pick<Target, 'outputs'>, id: QueueId): WantedMetric => ({
  namespace: 'AWS/SQS',
  name: 'ApproximateAgeOfOldestMessage',
  dimensions: { QueueName: urlOf(target, id).split('/').at(-1) ?? '' },
  statistic: 'Maximum',
});
