/**
 * The embedded SQS as a process: `node engine.ts PORT FOLDER [CLOCK_OFFSET_MS]`. fauxqs's own server listens on all
 * interfaces and responds to every page in a browser. Through the SNS part of fauxqs, a page could write to a queue
 * with an ordinary HTML form. Here, fauxqs listens only on loopback, behind the guard.
 */
import { createServer } from 'node:http';
import { guarded } from '../../../tooling/machine/browser-guard.ts';
import { closeServer, listen } from '../../../tooling/machine/loopback.ts';
import { OLDEST_MESSAGES_PATH, oldestMessages } from './ages.ts';
import { openFauxqs } from './fauxqs.ts';

const [port = '0', folder = '.', clockOffsetMs = '0'] = process.argv.slice(2);
/**
 * How long an idle connection stays open. This is longer than clients keep one open, so that the client always closes
 * first.
 */
const KEEP_ALIVE_MS = 72_000;
const EXPIRE_EVERY_MS = 60_000;

// Messages age, wait and become visible by the service's clock.
const systemNow = Date.now;
Date.now = () => systemNow() + Number(clockOffsetMs);

const { app, queues, expireMessages, close } = openFauxqs(folder);

function expire() {
  try {
    expireMessages(Date.now());
  } catch (error) {
    // The most likely cause is a full disk. The next round finds the messages again.
    console.error(error);
  }
}
expire();
setInterval(expire, EXPIRE_EVERY_MS).unref();

app.get(OLDEST_MESSAGES_PATH, async () => oldestMessages(queues(), Date.now()));
await app.ready();
// The guard runs before the app, because the app does not call its own hooks for a URL that it cannot parse.
const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, guarded('service', app.routing));
await listen(server, Number(port));

process.once('SIGTERM', async () => {
  await app.close();
  await closeServer(server);
  close();
  process.exit();
});
