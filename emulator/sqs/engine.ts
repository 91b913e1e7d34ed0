/**
 * The embedded SQS as a process: `node engine.ts PORT FOLDER [CLOCK_OFFSET_MS]`.
 * fauxqs's own start binds all interfaces and answers every page in a browser, so that a page could write to a queue with
 * an ordinary form, through its SNS. Its parts are put together here instead, on loopback and behind the guard.
 */
import { createServer } from 'node:http';
import { buildApp } from 'fauxqs';
import { PersistenceManager } from '../../node_modules/fauxqs/dist/persistence.js';
import { S3Store } from '../../node_modules/fauxqs/dist/s3/s3Store.js';
import { SnsStore } from '../../node_modules/fauxqs/dist/sns/snsStore.js';
import { SqsQueue, SqsStore } from '../../node_modules/fauxqs/dist/sqs/sqsStore.js';
import { closeServer, listen } from '../../tooling/machine/loopback.ts';
import { guarded } from '../http/guard.ts';
import { OLDEST_MESSAGES_PATH, oldestMessages } from './ages.ts';
import { expireMessages, receiveAllOrNothing } from './storage.ts';

const [port = '0', folder = '.', clockOffsetMs = '0'] = process.argv.slice(2);
/** Longer than clients keep a connection, so that the side that closes is theirs. */
const KEEP_ALIVE_MS = 72_000;
const EXPIRE_EVERY_MS = 60_000;

// Messages age, wait and become visible by the clock of the service.
const systemNow = Date.now;
Date.now = () => systemNow() + Number(clockOffsetMs);

const sqsStore = new SqsStore();
// Without a host name of its own it answers with queue URLs of the address that it was asked at.
sqsStore.host = '';
const stores = { sqsStore, snsStore: new SnsStore(), s3Store: new S3Store() };

const persistence = new PersistenceManager(folder);
// It writes NULL where the column forbids it, and the request fails after the message has left memory. Left alone, the
// row counts as in flight until its deadline, which is only read at the next start.
persistence.updateMessageReady = () => {};
// Before the stores know it: loading through it would write every queue again and drop its messages.
persistence.load(stores.sqsStore, stores.snsStore, stores.s3Store);
sqsStore.persistence = persistence;
for (const queue of sqsStore.allQueues()) queue.persistence = persistence;

receiveAllOrNothing(sqsStore, persistence);

// It moves messages whose time has come when somebody receives, so a queue that nobody reads would be counted as it was.
const { getAllAttributes } = SqsQueue.prototype;
SqsQueue.prototype.getAllAttributes = function countedNow(requested) {
  this.processTimers();
  return getAllAttributes.call(this, requested);
};

function expire() {
  try {
    expireMessages(sqsStore, persistence, Date.now());
  } catch (error) {
    // A full disk, most likely: the next round finds them again.
    console.error(error);
  }
}
expire();
setInterval(expire, EXPIRE_EVERY_MS).unref();

const app = buildApp({ logger: false, stores });
app.get(OLDEST_MESSAGES_PATH, async () => oldestMessages(sqsStore, Date.now()));
await app.ready();
// Ahead of the app's own hooks, which a URL that it cannot read does not reach.
const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, guarded('service', app.routing));
await listen(server, Number(port));

process.once('SIGTERM', async () => {
  await app.close();
  await closeServer(server);
  persistence.close();
  process.exit();
});
