/**
 * The process of the embedded SQS engine: `node engine.ts FOLDER [CLOCK_OFFSET_MS]`. Its port is already open as file
 * descriptor 3 (tooling/machine/open-port.ts), and LOCAL_ACCESS_KEY_ID is the access key. fauxqs's own server would
 * listen on all interfaces without an access key. A web page in a browser could then write to a queue with an HTML
 * form, through the SNS part of fauxqs.
 */
import { createServer } from 'node:http';
import { closeServer } from '../../../tooling/machine/loopback.ts';
import { requireAccessKey } from '../http/access-key.ts';
import { OLDEST_MESSAGES_PATH, oldestMessageAgesSeconds } from './ages.ts';
import { openFauxqs } from './fauxqs.ts';

const [folder = '.', clockOffsetMs = '0'] = process.argv.slice(2);
const accessKeyId = process.env['LOCAL_ACCESS_KEY_ID'] ?? '';
/**
 * How long an idle connection stays open. It is longer than many clients keep idle connections, so that the client
 * closes first.
 */
const KEEP_ALIVE_MS = 72_000;
const EXPIRE_EVERY_MS = 60_000;

// fauxqs uses this moved clock for the age, delay and visibility of messages.
const systemNow = Date.now;
Date.now = () => systemNow() + Number(clockOffsetMs);

const { app, queues, deleteExpired, close } = openFauxqs(folder);

function deleteExpiredMessages() {
  try {
    deleteExpired(Date.now());
  } catch (error) {
    // The most likely cause is a full disk. The next round tries the same messages again.
    console.error(error);
  }
}
deleteExpiredMessages();
setInterval(deleteExpiredMessages, EXPIRE_EVERY_MS).unref();

app.get(OLDEST_MESSAGES_PATH, async () => oldestMessageAgesSeconds(queues(), Date.now()));
await app.ready();
// The access key is checked before the app runs, because the app skips its own hooks if it cannot parse the URL.
const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, requireAccessKey(accessKeyId, app.routing));
server.listen({ fd: 3 });

process.once('SIGTERM', async () => {
  await app.close();
  await closeServer(server);
  close();
  process.exit();
});
