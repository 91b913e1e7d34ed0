import type { StackOutputs, Target } from '../target.ts';

/** What a person calls the two queues for our own faults, and the output that holds the address. */
const QUEUES = {
  'dead-letters': 'DeadLetterQueueUrl',
  'relay-failures': 'RelayFailureQueueUrl',
} as const satisfies Record<string, keyof StackOutputs>;

export const QUEUE_NAMES = ['dead-letters', 'relay-failures'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

export const urlOf = ({ outputs }: Pick<Target, 'outputs'>, queue: QueueName) => outputs[QUEUES[queue]];
