/**
 * Everything that relies on the internals of fauxqs 2.4.1: corrections of its behaviour, and data that its API does not
 * return. test/checks/insides.test.ts checks the version.
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
   * The messages that can be received now, and those that were received and not yet deleted. Delayed messages are not
   * among them.
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
  // Skips a write that always fails: fauxqs would write NULL into a column that forbids NULL, and lose the message.
  // Without the write, the stored row counts as in flight until its deadline, but only the next start reads the row.
  persistence.updateMessageReady = () => {};
  // The queues must be loaded before the stores know `persistence`. Otherwise loading would write every queue again and
  // drop its messages.
  persistence.load(stores.sqsStore, stores.snsStore, stores.s3Store);
  sqsStore.persistence = persistence;
  for (const queue of sqsStore.allQueues()) queue.persistence = persistence;

  makeReceiveAtomic(sqsStore, persistence);
  moveDueMessagesBeforeCount();
  slowDownPolls();

  return {
    app: buildApp({ logger: false, stores }),
    /** Deletes messages that are older than their queue's MessageRetentionPeriod. fauxqs itself deletes none. */
    deleteExpired: (nowMs: number) => deleteExpired(sqsStore, persistence, nowMs),
    queues: (): QueueMessages[] =>
      [...sqsStore.allQueues()].map((queue) => {
        const { ready, inflight } = queue.inspectMessages();
        return { name: queue.name, messages: [...ready, ...inflight.map(({ message }) => message)] };
      }),
    close: () => persistence.close(),
  };
}

/**
 * Makes each receive take effect completely or not at all, on disk and in memory. fauxqs changes its memory before the
 * disk, message by message. On a full disk, a message on its way to the dead-letter queue would be lost, and each poll
 * would hide other messages for a visibility timeout.
 */
function makeReceiveAtomic(store: SqsStore, persistence: PersistenceManager): void {
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
 * Moves due messages before they are counted. fauxqs moves them only on a receive, so the counts of a queue without
 * receives would be out of date.
 */
function moveDueMessagesBeforeCount(): void {
  const { getAllAttributes } = SqsQueue.prototype;
  SqsQueue.prototype.getAllAttributes = function countedNow(requested) {
    this.processTimers();
    return getAllAttributes.call(this, requested);
  };
}

/**
 * Makes a waiting poll look for due messages less often than fauxqs does (50 times per second), to save CPU time while
 * idle. Delays and visibility timeouts are whole seconds, and a new message ends a poll at once.
 */
function slowDownPolls(): void {
  SqsQueue.prototype['startPollTimerIfNeeded'] = function startSlowPollTimer() {
    this['pollTimer'] ??= setInterval(() => this.processTimers(), LOOK_EVERY_MS);
  };
}

function deleteExpired(store: SqsStore, persistence: PersistenceManager, nowMs: number): void {
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
