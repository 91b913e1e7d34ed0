/**
 * A program for the far network. It sends events at random times to a receiver that closes idle connections without
 * announcing it, and prints what happened as JSON. The first argument is the number of senders at a time, the
 * second the number of events of each.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { farIPv4 } from './far-network.ts';
import { startFarReceiver } from './receiver.ts';

const ROUND_TRIP_MS = 150;
const CLOSES_IDLE_AFTER_MS = 2_000;
const LONGEST_GAP_MS = 2_500;

const [, , senders, eventsEach] = process.argv.map(Number);
const receiver = await startFarReceiver({
  addresses: [farIPv4(ROUND_TRIP_MS)],
  closesIdleAfterMs: CLOSES_IDLE_AFTER_MS,
});
const lost: unknown[] = [];

async function sendAll() {
  const send = receiver.sender();
  for (let n = 0; n < (eventsEach ?? 0); n += 1) {
    const outcome = await send();
    if (outcome.kind === 'noResponse') lost.push(outcome.why);
    await sleep(Math.random() * LONGEST_GAP_MS);
  }
}

await Promise.all(Array.from({ length: senders ?? 0 }, sendAll));
await receiver.close();
process.stdout.write(JSON.stringify({ requests: receiver.requests(), lost, connections: receiver.connections() }));
