/** Runs as its own process with --expose-gc. Sends its measurements to its parent as a message. */
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import * as z from 'zod';
import { eventHeaders } from '../../../shared/contract/calls/event-headers.ts';
import { hostPolicy } from '../../../shared/delivery/permitted-receivers/public-hosts.ts';
import { createResolver } from '../../../shared/delivery/permitted-receivers/resolver.ts';
import { createSender } from '../../../shared/delivery/sending/sender.ts';
import { callCompletedBody } from '../../../shared/domain/calls/call-completed.ts';
import { signatureHeader, signingKey } from '../../../shared/domain/webhooks/signature.ts';
import { deliveryHeaders } from '../../../shared/domain/webhooks/standard-webhooks.ts';
import { aCall } from '../../support/functions/deliveries.ts';
import { issue, newAuthority } from '../../support/receivers/certificates.ts';
import { SECRET } from '../../support/receivers/signature.ts';
import { startChild } from '../child.ts';
import { inRotation } from '../statistics.ts';

const isShort = process.argv[2] === 'short';
const ROUNDS = isShort ? 1 : 11;
const DELIVERIES = isShort ? 40 : 1_200;
/** The sender closes connections while the other variant has its turn. */
const WARMING_DELIVERIES = isShort ? 10 : 200;
const SIGNATURES = isShort ? 200 : 20_000;
const BATCHES = isShort ? 1 : 15;
const BATCH = 10;
/** The number of concurrent requests, and of the connections for them. */
const IN_FLIGHT = 32;
const KEY = signingKey(SECRET);
const CALL_ID = 'call_01JD7Y3V5N8Q9R2S4T6W8X0Z1A';
/** Headers of the same size as those of each delivery. */
const SIGNED_ONCE = deliveryHeaders(KEY, { callId: CALL_ID, body: '' }, 1_767_225_600_000);

const hosts = ['localhost', ...Array.from({ length: BATCH }, (_, n) => `partner-${n}.localhost`)];
const authority = newAuthority();
const { certPem, keyPem } = issue(authority, { hosts });
const receiver = await startChild(join(import.meta.dirname, 'receiver.ts'), [certPem, keyPem]);
const body = callCompletedBody(aCall({ summary: 'Asked for a table at seven. '.repeat(29) }));
const caPem = authority.certPem;
const hookUrl = `https://localhost:${receiver.port}/hook`;

const cpuUs = await inRotation(ROUNDS, {
  shipped: underLoad(shipped(hookUrl)),
  request: underLoad(rawRequest(hookUrl)),
});
const signing = await inRotation(ROUNDS, {
  headers: () => cpuOfEach(SIGNATURES, () => deliveryHeaders(KEY, { callId: CALL_ID, body }, Date.now())),
  contractHeaders: () => cpuOfEach(SIGNATURES, () => eventHeaders(CALL_ID, signatureHeader(KEY, body, Date.now()))),
  signature: () => cpuOfEach(SIGNATURES, () => signatureHeader(KEY, body, Date.now())),
  digest: () => cpuOfEach(SIGNATURES, () => hash('sha256', body)),
});
const result = { cpuUs, signing, handshakesPerDelivery: await handshakes(), batchRatios: await batches() };
await receiver.stop();
process.send?.(result);
process.disconnect();

/** Sends one delivery. Resolves with its response. */
type Deliver = () => Promise<unknown>;

/** Returns the sender of the delivery function. As in that function, every delivery is signed and checked. */
function shipped(url: string): Deliver {
  const send = createSender({
    resolve: createResolver({ knowsLocalhost: true }),
    permits: hostPolicy({ allowLoopback: true }),
    allowsPlainHttp: false,
    extraCaPem: caPem,
    nowMs: Date.now,
  });
  return async () => {
    const headers = deliveryHeaders(KEY, { callId: CALL_ID, body }, Date.now());
    const outcome = await send({ url: new URL(url), headers, body });
    if (outcome.kind !== 'response') throw new Error(`No response: ${outcome.why}`);
  };
}

/** Uses undici in the usual way, without signature, checks or limits. */
function rawRequest(url: string): Deliver {
  const dispatcher = new Agent({ connect: { ca: caPem }, connections: IN_FLIGHT, pipelining: 1 });
  return async () => {
    const response = await request(url, { method: 'POST', headers: SIGNED_ONCE, body, dispatcher });
    await response.body.dump();
  };
}

function cpuOfEach(times: number, run: () => unknown): number {
  globalThis.gc?.();
  const before = process.cpuUsage();
  for (let n = 0; n < times; n += 1) run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

async function deliverAll(deliver: Deliver, deliveries = DELIVERIES): Promise<void> {
  let left = deliveries;
  const one = async () => {
    for (; left > 0; ) {
      left -= 1;
      await deliver();
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, one));
}

/** Measures the microseconds of CPU for each delivery over existing connections. */
function underLoad(deliver: Deliver) {
  return async () => {
    await deliverAll(deliver, WARMING_DELIVERIES);
    globalThis.gc?.();
    const before = process.cpuUsage();
    await deliverAll(deliver);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / DELIVERIES;
  };
}

async function told() {
  receiver.process.send('how many?');
  const [message] = await once(receiver.process, 'message');
  return z.object({ handshakes: z.number(), slowestMs: z.number() }).parse(message);
}

/** Counts the TLS handshakes for each delivery over existing connections. */
async function handshakes(): Promise<number> {
  const deliver = shipped(hookUrl);
  await deliverAll(deliver);
  await told();
  await deliverAll(deliver);
  return (await told()).handshakes / DELIVERIES;
}

/** Measures ten deliveries to ten origins that respond after 200 ms, relative to the slowest of them. */
async function batches(): Promise<number[]> {
  const send = hosts.slice(1).map((host) => shipped(`https://${host}:${receiver.port}/slow`));
  const ratios: number[] = [];
  for (let n = 0; n <= BATCHES; n += 1) {
    await told();
    const startedMs = performance.now();
    await Promise.all(send.map((deliver) => deliver()));
    const tookMs = performance.now() - startedMs;
    const { slowestMs } = await told();
    // The first batch opens the connections.
    if (n > 0) ratios.push(tookMs / slowestMs);
  }
  return ratios;
}
