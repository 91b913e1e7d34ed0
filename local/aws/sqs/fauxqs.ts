/**
 * Everything that relies on the internals of fauxqs 2.4.1. This module corrects what fauxqs does to messages, and shows
 * what the API of fauxqs does not show. test/checks/insides.test.ts checks the version.
 */
import { buildApp } from 'fauxqs';
import { PersistenceManager } from '../../../node_modules/fauxqs/dist/persistence.js';
import { S3Store } from '../../../node_modules/fauxqs/dist/s3/s3Store.js';
import { SnsStore } from '../../../node_modules/fauxqs/dist/sns/snsStore.js';
import { SqsQueue, SqsStore } from '../../../node_modules/fauxqs/dist/sqs/sqsStore.js';

const LOOK_EVERY_MS = 100;

export interface QueueMessages {
  readonly name: string;
  /**
   * Messages that can be received now, and those that were received but not yet deleted. Delayed messages are left out.
   */
  readonly messages: readonly { readonly sentTimestamp: number; readonly approximateReceiveCount: number }[];
}

/** Loads the queues of a folder, or creates the folder. Throws the error of the file system or of SQLite. */
export function openFauxqs(folder: string) {
  const sqsStore = new SqsStore();
  // Without a host name, fauxqs builds queue URLs from the address of the request.
  sqsStore.host = '';
  const stores = { sqsStore, snsStore: new SnsStore(), s3Store: new S3Store() };

  const persistence = new PersistenceManager(folder);
  // Skips a write that would always fail: fauxqs would write NULL into a column that forbids NULL. The failure would
  // lose the message, which has already left memory. Without this write, the row counts as in flight until its
  // deadline. Only the next start reads that deadline.
  persistence.updateMessageReady = () => {};
  // Load before the stores know `persistence`. Otherwise loading would write every queue again and drop its messages.
  persistence.load(stores.sqsStore, stores.snsStore, stores.s3Store);
  sqsStore.persistence = persistence;
  for (const queue of sqsStore.allQueues()) queue.persistence = persistence;

  receiveAllOrNothing(sqsStore, persistence);
  countAsOfNow();
  lookLessOften();

  return {
    app: buildApp({ logger: false, stores }),
    /** Deletes messages that are older than their queue's MessageRetentionPeriod. fauxqs keeps them forever. */
    expireMessages: (nowMs: number) => expireMessages(sqsStore, persistence, nowMs),
    queues: (): QueueMessages[] =>
      [...sqsStore.allQueues()].map((queue) => {
        const { ready, inflight } = queue.inspectMessages();
        return { name: queue.name, messages: [...ready, ...inflight.map(({ message }) => message)] };
      }),
    close: () => persistence.close(),
  };
}

/**
 * For each message, fauxqs first changes its memory and then the disk. On a full disk, a message on its way to the
 * dead-letter queue would be lost, and each poll would hide other messages for a visibility timeout. This function
 * makes each receive take effect either completely or not at all, on disk and in memory.
 */
function receiveAllOrNothing(store: SqsStore, persistence: PersistenceManager): void {
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

/**
 * Moves due messages before counting them. fauxqs moves them only on a receive, so the counts of an unread queue would
 * be out of date.
 */
function countAsOfNow(): void {
  const { getAllAttributes } = SqsQueue.prototype;
  SqsQueue.prototype.getAllAttributes = function countedNow(requested) {
    this.processTimers();
    return getAllAttributes.call(this, requested);
  };
}

/**
 * While a poll waits, fauxqs looks 50 times a second whether a delayed or hidden message is due. Delays and visibility
 * timeouts are whole seconds, and a new message ends a poll without such a look. So ten looks a second suffice, and an
 * idle service costs less.
 */
function lookLessOften(): void {
  SqsQueue.prototype['startPollTimerIfNeeded'] = function startSlowPollTimer() {
    this['pollTimer'] ??= setInterval(() => this.processTimers(), LOOK_EVERY_MS);
  };
}

function expireMessages(store: SqsStore, persistence: PersistenceManager, nowMs: number): void {
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
