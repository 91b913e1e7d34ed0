import { Problem } from '../../tooling/command-line/problem.ts';
import type { StackOutputs, Target } from '../target.ts';

/**
 * The queues of messages that our own functions failed to handle or refused: the name that operators use for each
 * queue, and the stack output that has its URL.
 */
const QUEUES = {
  'dead-letters': 'DeadLetterQueueUrl',
  'relay-failures': 'RelayFailureQueueUrl',
  'intake-dead-letters': 'IntakeDeadLetterQueueUrl',
} as const satisfies Record<string, keyof StackOutputs>;

export const QUEUE_NAMES = ['dead-letters', 'relay-failures', 'intake-dead-letters'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/** Returns the queues that the stack has. A stack of an earlier version may lack one. */
export const queuesOf = ({ outputs }: Pick<Target, 'outputs'>): QueueName[] =>
  QUEUE_NAMES.filter((name) => outputs[QUEUES[name]] !== undefined);

export function urlOf({ outputs }: Pick<Target, 'outputs'>, queue: QueueName): string {
  const url = outputs[QUEUES[queue]];
  if (url === undefined) throw new Problem(`The stack has no output ${QUEUES[queue]}; deploy this version first.`);
  return url;
}
