import { randomUUID } from 'node:crypto';
import { createHandler as deliverWebhook } from '../../../functions/deliver-webhook/handler.ts';
import { createHandler as relay } from '../../../functions/relay/handler.ts';
import { createHandler as sweep } from '../../../functions/sweep/handler.ts';
import { VISIBILITY_SECONDS } from '../../../lib/functions/timing.ts';
import { MAX_HOPS, wakeUpQueues } from '../../../shared/delivery/queue.ts';
import { signingKeys } from '../../../shared/delivery/signing-keys.ts';
import { signingSecrets } from '../../../shared/secrets/signing-secrets.ts';
import { deliveryContexts } from '../../../shared/store/deliveries/context.ts';
import { deliveryStore } from '../../../shared/store/deliveries/deliveries.ts';
import { dueDeliveryStore } from '../../../shared/store/deliveries/due.ts';
import { laneStore } from '../../../shared/store/deliveries/lanes.ts';
import { SWEEP_PERIOD_MS } from '../../support/functions/deliveries.ts';
import { IN_TIME, QUEUE_URLS, queueArnOf, TIMELESS } from '../../support/functions/lanes.ts';
import { healthOn } from '../../support/functions/notices.ts';
import { silent } from '../../support/functions/telemetry.ts';
import { type Ended, invoke } from './invoke.ts';
import { type Message, pass, readStream, type World } from './world.ts';

export const TIMING = { retryBaseMs: 60_000, leaseMs: 60_000 };
const PERIOD = { sweepPeriodMs: SWEEP_PERIOD_MS };

/** How often the mapping tries a record, and how often a queue delivers a message, before giving up. */
const MOST_TRIES = 5;
const MOST_RECEIVES = 20;

/** Acts like the mapping of the stream: retries the batch until it is done or given up. */
export async function relayStream(world: World): Promise<void> {
  readStream(world);
  while (world.stream.length > 0) {
    const batch = world.stream;
    const ended = await invoke(world, ({ table, sqs }) =>
      relay({
        ...silent,
        deliveries: dueDeliveryStore(table, PERIOD),
        lanes: laneStore(table),
        wakeUps: wakeUpQueues(sqs, QUEUE_URLS),
        nowMs: () => world.nowMs,
      })({ Records: batch.map(streamRecord) }),
    );
    for (const record of batch) record.tries += 1;
    const failed = ended.kind === 'response' ? ended.value.batchItemFailures : undefined;
    // Lambda continues at the first record that failed.
    const from =
      failed?.length === 0 ? batch.length : batch.findIndex(({ sequenceNumber }) => isNamed(failed, sequenceNumber));
    world.stream = batch.slice(Math.max(0, from)).filter(({ tries }) => tries <= MOST_TRIES);
  }
}

const isNamed = (failed: readonly { itemIdentifier: string }[] | undefined, name: string) =>
  failed?.some(({ itemIdentifier }) => itemIdentifier === name) ?? false;

const streamRecord = ({ key: { PK, SK }, sequenceNumber }: World['stream'][number]) => ({
  eventName: 'INSERT',
  dynamodb: { SequenceNumber: sequenceNumber, Keys: { PK: { S: PK }, SK: { S: SK } } },
});

/**
 * Delivers one message to the function. Returns whether the function acknowledged the message. If not, the message
 * becomes visible again.
 */
export async function deliver(world: World, message: Message): Promise<boolean> {
  message.receives += 1;
  message.visibleAtMs = world.nowMs + VISIBILITY_SECONDS * 1_000;
  const nowMs = () => world.nowMs;
  const timers: { readonly atMs: number; readonly act: () => void }[] = [];
  const ended = await invoke(world, ({ table, kms, sqs, send }) =>
    deliverWebhook({
      ...silent,
      ...healthOn(table),
      findContext: deliveryContexts(table),
      deliveries: deliveryStore(table, PERIOD),
      lanes: laneStore(table),
      wakeUps: wakeUpQueues(sqs, QUEUE_URLS),
      signingKey: signingKeys(signingSecrets({ ...silent, kms, nowMs }).decrypt),
      send: async (post) => {
        const outcome = await send(post);
        for (const { atMs, act } of timers) if (atMs <= world.nowMs) act();
        return outcome;
      },
      ...TIMELESS,
      // Time passes only while a receiver hangs.
      after(delayMs, act) {
        timers.push({ atMs: world.nowMs + delayMs, act });
        return () => undefined;
      },
      timing: TIMING,
      maxHops: MAX_HOPS,
      newToken: randomUUID,
      sleepMs: (durationMs) => pass(world, durationMs),
      nowMs,
      signingNowMs: nowMs,
    })({ Records: [queueRecord(message)] }, IN_TIME),
  );
  const isDone = ended.kind === 'response' && ended.value.batchItemFailures.length === 0;
  if (isDone || message.receives >= MOST_RECEIVES)
    world.messages = world.messages.filter(({ id }) => id !== message.id);
  return isDone;
}

const queueRecord = ({ id, lane, body, receives }: Message) => ({
  messageId: String(id),
  receiptHandle: 'receipt',
  body,
  attributes: {
    ApproximateReceiveCount: String(receives),
    SentTimestamp: '0',
    SenderId: 'service',
    ApproximateFirstReceiveTimestamp: '0',
  },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: queueArnOf(lane),
  awsRegion: 'eu-west-1',
});

/** Runs the scheduled sweep once. */
export const sweepOnce = (world: World): Promise<Ended<unknown>> =>
  invoke(world, ({ table, sqs }) =>
    sweep({
      ...silent,
      ...healthOn(table),
      due: dueDeliveryStore(table, PERIOD),
      deliveries: deliveryStore(table, PERIOD),
      lanes: laneStore(table),
      wakeUps: wakeUpQueues(sqs, QUEUE_URLS),
      nowMs: () => world.nowMs,
    })({}, { getRemainingTimeInMillis: () => 120_000 }),
  );

/** Enough for the whole backoff of a delivery, which takes two hours, and for the sweeps after one or two crashes. */
const PATIENCE_MS = 3 * 3_600_000;

/** Lets time pass and runs relay, queues and sweeps until nothing is left to do. */
export async function untilQuiet(world: World): Promise<void> {
  const endMs = world.nowMs + PATIENCE_MS;
  let nextSweepMs = nextAfter(world.nowMs);
  for (;;) {
    await relayStream(world);
    const next = world.messages.toSorted((one, other) => one.visibleAtMs - other.visibleAtMs)[0];
    const isIdle = next === undefined && !world.seen.deliveries.some(({ status }) => status === 'pending');
    if (isIdle || world.nowMs > endMs) return;
    if (next !== undefined && next.visibleAtMs <= nextSweepMs) {
      world.nowMs = Math.max(world.nowMs, next.visibleAtMs);
      await deliver(world, next);
    } else {
      world.nowMs = Math.max(world.nowMs, nextSweepMs);
      nextSweepMs = nextAfter(world.nowMs);
      // Skips sweeps that would find nothing.
      if (world.seen.deliveries.some(({ sweepAtMs = Infinity }) => sweepAtMs <= world.nowMs)) await sweepOnce(world);
    }
  }
}

const nextAfter = (nowMs: number) => (Math.floor(nowMs / SWEEP_PERIOD_MS) + 1) * SWEEP_PERIOD_MS;
