/**
 * A program that sends deliveries to the given receivers in turn and prints the cost. It contains only the shipped
 * sender, so that its memory can be measured. Arguments: number of deliveries, response limit in milliseconds, URLs. It
 * needs --expose-gc, to distinguish memory in use from memory that is not yet collected.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createSender } from '../../../shared/delivery/sending/sender.ts';

const AT_A_TIME = 20;
const [deliveries = 0, responseLimitMs = 0] = process.argv.slice(2, 4).map(Number);
const urls = process.argv.slice(4).map((url) => new URL(url));

const send = createSender({
  resolve: async () => ({ kind: 'addresses', addresses: ['127.0.0.1'] }),
  permits: (addresses) => addresses.every((address) => address === '127.0.0.1'),
  allowsPlainHttp: true,
  nowMs: Date.now,
  responseLimitMs,
});
const body = JSON.stringify({ summary: 'x'.repeat(4_000) });
const outcomes: Record<string, number> = {};
let longestMs = 0;
let sent = 0;

async function sendSome(until: number) {
  while (sent < until) {
    const url = urls[sent++ % urls.length];
    if (!url) return;
    const startMs = performance.now();
    const outcome = await send({ url, headers: { 'content-type': 'application/json' }, body });
    longestMs = Math.max(longestMs, performance.now() - startMs);
    const name = outcome.kind === 'response' ? `status ${outcome.status}` : outcome.why;
    outcomes[name] = (outcomes[name] ?? 0) + 1;
  }
}

const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);
const memory = () => {
  const rssMb = megabytes(process.memoryUsage.rss());
  globalThis.gc?.();
  return { rssMb, heapMb: megabytes(process.memoryUsage().heapUsed) };
};
const openSockets = () =>
  process.getActiveResourcesInfo().filter((name) => name.startsWith('T') && name.endsWith('Wrap'));

const sendInAll = (count: number) => Promise.all(Array.from({ length: AT_A_TIME }, () => sendSome(count)));

// First, one delivery of each kind is sent, because loading and compiling code at its first use is not part of a
// delivery's cost.
await sendInAll(urls.length);
const before = memory();
await sendInAll(urls.length + deliveries);
const after = memory();
// Waits until all sockets are closed: the sender discards the rest of a response for up to a second, and for longer on
// a busy machine.
for (let tries = 0; tries < 300 && openSockets().length > 0; tries += 1) await sleep(100);
process.stdout.write(
  JSON.stringify({ before, after, longestMs: Math.round(longestMs), openSockets: openSockets(), outcomes }),
);
