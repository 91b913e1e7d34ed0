import type { StackOutputs, Target } from '../target.ts';

/** The names that operators use for the two queues of our own faults, and the stack outputs that have their URLs. */
const QUEUES = {
  'dead-letters': 'DeadLetterQueueUrl',
  'relay-failures': 'RelayFailureQueueUrl',
} as const satisfies Record<string, keyof StackOutputs>;

export const QUEUE_NAMES = ['dead-letters', 'relay-failures'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

export const urlOf = ({ outputs }: Pick<Target, 'outputs'>, queue: QueueName) => outputs[QUEUES[queue]];
