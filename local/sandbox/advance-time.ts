import { Problem } from '../../tooling/command-line/problem.ts';

/** The fields of a pending delivery that `advanceTime` needs. */
interface PendingDelivery {
  readonly callId: string;
  readonly attempts: number;
  readonly nextAttemptAtMs: number;
  /** The end of the lease. Present while an attempt may be running. */
  readonly leaseUntilMs?: number | undefined;
}

interface World {
  readonly nowMs: () => number;
  /** Moves the service's clock forward. */
  readonly moveBy: (ms: number) => void;
  readonly pending: () => Promise<readonly PendingDelivery[]>;
  /** Returns, by call id, how many attempts each delivery has had. Includes settled deliveries. */
  readonly attemptsOf: (callIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Wakes every delivery that is due now, with the service's own sweep. */
  readonly sweep: () => Promise<void>;
  readonly sleepMs: (ms: number) => Promise<unknown>;
}

const LOOK_EVERY_MS = 10;
/** After this many checks, the sweep runs again, in case the wake-up of a delivery was lost. */
const LOOKS_BEFORE_SWEEP = 50;
/**
 * About how long to wait for due attempts before failing. The limit is high, because deliveries to slow receivers wait
 * for each other.
 */
const LONGEST_WAIT_MS = 60_000;
const MOST_LOOKS = LONGEST_WAIT_MS / LOOK_EVERY_MS;

/**
 * Moves the service's clock forward to a target, and makes each attempt at its due time. For this, waits until no
 * attempt is due or running, moves the clock to the next due time, sweeps, and begins again. If the clock moved at
 * once, a delivery with several due times would be attempted only once, and moving past a lease could send an event
 * twice.
 */
export async function advanceTime(world: World, byMs: number): Promise<{ attempts: number }> {
  const targetMs = world.nowMs() + byMs;
  const before = new Map<string, number>();
  for (;;) {
    const waiting = await waitForDueAttempts(world, before);
    const nextMs = Math.min(...waiting.map(({ nextAttemptAtMs }) => nextAttemptAtMs));
    if (nextMs > targetMs) break;
    // The sweep finds only deliveries that have been due for at least a millisecond.
    world.moveBy(Math.max(0, nextMs + 1 - world.nowMs()));
    await world.sweep();
  }
  world.moveBy(Math.max(0, targetMs - world.nowMs()));
  const after = await world.attemptsOf([...before.keys()]);
  const made = [...before].map(([callId, attempts]) => Math.max(0, (after.get(callId) ?? attempts) - attempts));
  return { attempts: made.reduce((sum, count) => sum + count, 0) };
}

/**
 * Waits until no attempt is due or running, and returns the deliveries that are due later. Stores in `before` how many
 * attempts each delivery had when it was first seen.
 */
async function waitForDueAttempts(world: World, before: Map<string, number>): Promise<readonly PendingDelivery[]> {
  for (let looks = 1; ; looks += 1) {
    const pending = await world.pending();
    for (const { callId, attempts } of pending) if (!before.has(callId)) before.set(callId, attempts);
    const nowMs = world.nowMs();
    const busy = pending.filter(
      ({ leaseUntilMs = 0, nextAttemptAtMs }) => Math.min(nowMs, leaseUntilMs) > 0 || nextAttemptAtMs <= nowMs,
    );
    const [stuck] = busy;
    if (stuck === undefined) return pending;
    if (looks > MOST_LOOKS) throw new Problem(`The delivery of ${stuck.callId} is due, but no attempt is made.`);
    if (looks % LOOKS_BEFORE_SWEEP === 0) await world.sweep();
    await world.sleepMs(LOOK_EVERY_MS);
  }
}
