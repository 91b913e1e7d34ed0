/**
 * `npm run bench`: how long after `record-call` has returned its event reaches the partner, one call at a time, on a
 * local service of its own that is warm. Prints figures and judges none.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { type Received, startReceiver } from '../support/receiver.ts';
import { newDataDir, removeDataDir, startService } from '../support/service.ts';
import { newPartner } from '../support/world.ts';

const WARM_UP = 50;
const MEASURED = 300;
/** Calls end one by one: the stream's reader is idle again, and slower to look, when the next one comes. */
const PAUSE_MS = 50;

const dataDir = newDataDir();
const service = await startService(dataDir, ['--allow-local-webhooks']);
try {
  const arrivals = new Map<string, (atMs: number) => void>();
  const receiver = await startReceiver(({ callId }: Received) => {
    arrivals.get(callId)?.(performance.now());
    return 200;
  });
  const partner = await newPartner({}, service.ready);
  const { tenantId } = await partner.createLine();
  await partner.call('PUT', '/v1/webhooks', { body: { url: receiver.url } });

  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const lambda = new LambdaClient({ endpoint: service.ready.lambdaEndpoint, region: 'eu-west-1', credentials });
  const FunctionName = service.ready.outputs.RecordCallFunctionName;

  /** Milliseconds of the recording, and from its return to the event's arrival; below 0 when that was first. */
  const once = async (callId: string) => {
    const { promise: arrival, resolve } = Promise.withResolvers<number>();
    arrivals.set(callId, resolve);
    const Payload = JSON.stringify({ tenantId, call: { callId, summary: 'Wants a table for two.' } });
    const startMs = performance.now();
    await lambda.send(new InvokeCommand({ FunctionName, Payload }));
    const returnedMs = performance.now();
    const toPostMs = (await arrival) - returnedMs;
    await sleep(PAUSE_MS);
    return { recordMs: returnedMs - startMs, toPostMs };
  };

  for (let n = 0; n < WARM_UP; n += 1) await once(`warm-${n}`);
  const figures: Awaited<ReturnType<typeof once>>[] = [];
  for (let n = 0; n < MEASURED; n += 1) figures.push(await once(`bench-${n}`));

  print(
    'record-call',
    figures.map(({ recordMs }) => recordMs),
  );
  print(
    'from its return to the POST',
    figures.map(({ toPostMs }) => toPostMs),
  );
  await receiver.close();
} finally {
  await service.stop();
  removeDataDir(dataDir);
}

function print(what: string, durationsMs: readonly number[]) {
  const sorted = durationsMs.toSorted((one, other) => one - other);
  const at = (share: number) =>
    `${sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(1)} ms`;
  process.stdout.write(`${what}: p50 ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)} (${sorted.length} calls)\n`);
}
