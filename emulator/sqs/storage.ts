import type { PersistenceManager } from '../../node_modules/fauxqs/dist/persistence.js';
import { SqsQueue, type SqsStore } from '../../node_modules/fauxqs/dist/sqs/sqsStore.js';

/**
 * fauxqs 2.4.1 takes messages out of its memory before it writes that down, message by message. When the disk is full,
 * one on its way to the dead-letter queue would be lost and others would be hidden for a visibility timeout each time
 * somebody polls. This makes a receipt all or nothing, on the disk and in memory.
 */
export function receiveAllOrNothing(store: SqsStore, persistence: PersistenceManager): void {
  const { dequeue } = SqsQueue.prototype;
  SqsQueue.prototype.dequeue = function dequeueOrLeave(...args) {
    this.processTimers();
    const before = [...this.messages];
    let received: ReturnType<typeof dequeue> = [];
    try {
      persistence['transaction'](() => {
        received = dequeue.apply(this, args);
      });
    } catch (error) {
      const taken = new Set(before.slice(0, before.length - this.messages.length));
      for (const message of taken) message.approximateReceiveCount -= 1;
      for (const [handle, { message }] of this.inflightMessages) {
        if (taken.has(message)) this.inflightMessages.delete(handle);
      }
      for (const queue of store.allQueues()) queue.messages = queue.messages.filter((message) => !taken.has(message));
      this.messages = before;
      throw error;
    }
    return received;
  };
}

/** fauxqs 2.4.1 keeps messages for ever: this deletes those that are older than their queue's MessageRetentionPeriod. */
export function expireMessages(store: SqsStore, persistence: PersistenceManager, nowMs: number): void {
  for (const queue of store.allQueues()) {
    const oldestMs = nowMs - Number(queue.attributes['MessageRetentionPeriod']) * 1000;
    const { ready, delayed, inflight } = queue.inspectMessages();
    const all = [...ready, ...delayed, ...inflight.map(({ message }) => message)];
    const expired = new Set(all.filter(({ sentTimestamp }) => sentTimestamp < oldestMs));
    if (expired.size === 0) continue;
    persistence['transaction'](() => {
      for (const { messageId } of expired) persistence.deleteMessage(messageId);
    });
    queue.messages = queue.messages.filter((message) => !expired.has(message));
    queue.delayedMessages = queue.delayedMessages.filter((message) => !expired.has(message));
    for (const [handle, { message }] of queue.inflightMessages) {
      if (expired.has(message)) queue.inflightMessages.delete(handle);
    }
  }
}
