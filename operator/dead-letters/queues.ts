import type { StackOutputs, Target } from '../target.ts';

/**
 * The two queues of messages that our own functions failed to handle: the name that operators use for each queue, and
 * the stack output that has its URL.
 */
const QUEUES = {
  'dead-letters': 'DeadLetterQueueUrl',
  'relay-failures': 'RelayFailureQueueUrl',
} as const satisfies Record<string, keyof StackOutputs>;

export const QUEUE_NAMES = ['dead-letters', 'relay-failures'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

export const urlOf = ({ outputs }: Pick<Target, 'outputs'>, queue: QueueName) => outputs[QUEUES[queue]];
