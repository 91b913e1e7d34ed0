import type { QueueMessages } from './fauxqs.ts';

/**
 * The path at which the embedded engine returns the age of each queue's oldest message. SQS's API does not return this
 * age.
 */
export const OLDEST_MESSAGES_PATH = '/oldest-messages';

/**
 * As in SQS, a message that was received more than three times does not count. Otherwise a message that cannot be handled
 * would hide the age of the other messages.
 */
const MAX_RECEIVES = 3;

/**
 * Returns the age of each queue's oldest message, by queue name. Delayed messages, and messages received more than
 * `MAX_RECEIVES` times, do not count.
 */
export function oldestMessageAgesSeconds(queues: readonly QueueMessages[], nowMs: number): Record<string, number> {
  const entries = queues.flatMap(({ name, messages }) => {
    const counted = messages.filter(({ approximateReceiveCount }) => approximateReceiveCount <= MAX_RECEIVES);
    const oldestMs = counted.reduce((oldest, { sentTimestamp }) => Math.min(oldest, sentTimestamp), nowMs);
    return counted.length === 0 ? [] : [[name, (nowMs - oldestMs) / 1000] as const];
  });
  return Object.fromEntries(entries);
}
