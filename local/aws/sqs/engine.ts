/**
 * The process of the embedded SQS engine: `node engine.ts FOLDER [CLOCK_OFFSET_MS]`. Its port is already open, as file
 * descriptor 3 (tooling/machine/open-port.ts), and LOCAL_ACCESS_KEY_ID is the access key. fauxqs's own server listens
 * on all interfaces and responds to every page in a browser. Through the SNS part of fauxqs, a page could write to a
 * queue with an ordinary HTML form. Here, fauxqs serves only tools that know the access key.
 */
import { createServer } from 'node:http';
import { closeServer } from '../../../tooling/machine/loopback.ts';
import { forKeyHolders } from '../http/access-key.ts';
import { OLDEST_MESSAGES_PATH, oldestMessages } from './ages.ts';
import { openFauxqs } from './fauxqs.ts';

const [folder = '.', clockOffsetMs = '0'] = process.argv.slice(2);
const accessKeyId = process.env['LOCAL_ACCESS_KEY_ID'] ?? '';
/**
 * How long an idle connection stays open. This is longer than clients keep one open, so that the client always closes
 * first.
 */
const KEEP_ALIVE_MS = 72_000;
const EXPIRE_EVERY_MS = 60_000;

// fauxqs gets the service's clock, so that messages age, wait and become visible by it.
const systemNow = Date.now;
Date.now = () => systemNow() + Number(clockOffsetMs);

const { app, queues, expireMessages, close } = openFauxqs(folder);

function expire() {
  try {
    expireMessages(Date.now());
  } catch (error) {
    // The most likely cause is a full disk. The next round tries the same messages again.
    console.error(error);
  }
}
expire();
setInterval(expire, EXPIRE_EVERY_MS).unref();

app.get(OLDEST_MESSAGES_PATH, async () => oldestMessages(queues(), Date.now()));
await app.ready();
// The access key is checked before the app runs, because the app does not call its own hooks for a URL that it cannot
// parse.
const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, forKeyHolders(accessKeyId, app.routing));
server.listen({ fd: 3 });

process.once('SIGTERM', async () => {
  await app.close();
  await closeServer(server);
  close();
  process.exit();
});
