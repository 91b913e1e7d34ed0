import type { QueueMessages } from './fauxqs.ts';

/** Where the embedded engine shows what SQS's API does not: how old the oldest message of each queue is. */
export const OLDEST_MESSAGES_PATH = '/oldest-messages';

/** SQS leaves out a message that has been received more often: one that nobody can handle would hide all others. */
const MAX_RECEIVES = 3;

/** Seconds by name of queue, for those that hold a message which is not delayed. */
export function oldestMessages(queues: readonly QueueMessages[], nowMs: number): Record<string, number> {
  const entries = queues.flatMap(({ name, messages }) => {
    const counted = messages.filter(({ approximateReceiveCount }) => approximateReceiveCount <= MAX_RECEIVES);
    const oldestMs = counted.reduce((oldest, { sentTimestamp }) => Math.min(oldest, sentTimestamp), nowMs);
    return counted.length === 0 ? [] : [[name, (nowMs - oldestMs) / 1000] as const];
  });
  return Object.fromEntries(entries);
}
