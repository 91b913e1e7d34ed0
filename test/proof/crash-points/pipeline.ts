import { randomUUID } from 'node:crypto';
import { VISIBILITY_SECONDS } from '../../../lib/functions/timeouts.ts';
import { SWEEP_PERIOD_MS } from '../../support/functions/deliveries.ts';
import { IN_TIME, NO_INBOX, queueArnOf } from '../../support/functions/lanes.ts';
import { leftOf, queueEvent, streamEvent } from '../lambda-events.ts';
import { type Ended, invoke } from './invoke.ts';
import { around, type Message, pass, readStream, type World } from './world.ts';

/** How often the mapping retries a record, and how often a queue delivers a message, before giving up. */
const MOST_RETRIES = 5;
const MOST_RECEIVES = 20;

/** Acts like the mapping of the stream: retries the batch until it is done or given up. */
export async function relayStream(world: World): Promise<void> {
  readStream(world);
  while (world.stream.length > 0) {
    const batch = world.stream;
    const ended = await invoke(world, (outside) =>
      world.version().relay({ ...outside, ...around(world) })(streamEvent(batch)),
    );
    for (const record of batch) record.tries += 1;
    const left = leftOf(batch, ended.kind === 'response' ? ended.value : undefined);
    world.stream = left.filter(({ tries }) => tries <= MOST_RETRIES);
  }
}

/** Delivers one message. Returns whether it was acknowledged; if not, it becomes visible again. */
export async function deliver(world: World, message: Message): Promise<boolean> {
  message.receives += 1;
  message.visibleAtMs = world.nowMs + VISIBILITY_SECONDS * 1_000;
  const timers: { readonly atMs: number; readonly act: () => void }[] = [];
  const ended = await invoke(world, (outside) =>
    world.version().deliver({
      ...outside,
      ...around(world),
      inbox: NO_INBOX,
      send: async (post) => {
        const outcome = await outside.send(post);
        for (const { atMs, act } of timers) if (atMs <= world.nowMs) act();
        return outcome;
      },
      // Time passes only while a receiver hangs.
      after(delayMs, act) {
        timers.push({ atMs: world.nowMs + delayMs, act });
        return () => undefined;
      },
      newToken: randomUUID,
      sleepMs: (durationMs) => pass(world, durationMs),
    })(queueEvent(queueArnOf(message.lane), [message]), IN_TIME),
  );
  const isDone = ended.kind === 'response' && ended.value.batchItemFailures.length === 0;
  if (isDone || message.receives >= MOST_RECEIVES)
    world.messages = world.messages.filter(({ id }) => id !== message.id);
  return isDone;
}

export const sweepOnce = (world: World): Promise<Ended<unknown>> =>
  invoke(world, (outside) =>
    world.version().sweep({ ...outside, ...around(world) })({}, { getRemainingTimeInMillis: () => 120_000 }),
  );

/**
 * How much time passes at most: enough for the whole backoff of a delivery, which takes two hours, and for the sweeps
 * after one or two crashes.
 */
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
