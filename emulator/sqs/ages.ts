import type { SqsStore } from '../../node_modules/fauxqs/dist/sqs/sqsStore.js';

/** Where the embedded engine tells what SQS's API does not: how old the oldest message of each queue is. */
export const OLDEST_MESSAGES_PATH = '/oldest-messages';

/** A message that comes back so often is no longer counted, says SQS: one that nobody can handle would hide all others. */
const MAX_RECEIVES = 3;

/** Seconds by name of queue, for those that hold a message which is not delayed. */
export function oldestMessages(store: SqsStore, nowMs: number): Record<string, number> {
  const entries = [...store.allQueues()].flatMap((queue) => {
    const { ready, inflight } = queue.inspectMessages();
    const counted = [...ready, ...inflight.map(({ message }) => message)].filter(
      ({ approximateReceiveCount }) => approximateReceiveCount <= MAX_RECEIVES,
    );
    const oldestMs = counted.reduce((oldest, { sentTimestamp }) => Math.min(oldest, sentTimestamp), nowMs);
    return counted.length === 0 ? [] : [[queue.name, (nowMs - oldestMs) / 1000] as const];
  });
  return Object.fromEntries(entries);
}
