import { setTimeout as sleepMs } from 'node:timers/promises';
import { openDemo } from '../../local/demo/demo.ts';
import { callsPerSecond, simulateCall } from '../../local/demo/simulated-calls.ts';
import type { ReadyInfo } from '../../local/ready-file.ts';
import { deliveryReader } from '../../local/sandbox/delivery-reader.ts';
import { connectOperator } from '../../local/sandbox/operator.ts';
import { invoke } from '../../operator/invoke.ts';
import { moveTo } from './moved-date.ts';

const MINUTE_MS = 60_000;
const MINUTES = 60;
/** The share of the demo's calls that is simulated, because an hour of all calls would take too long. */
const SHARE_OF_CALLS = 0.1;
const LOOK_EVERY_MS = 100;
/** The function that sends a request in every minute, so that the alarm on this function is not raised. */
const PROBE = 'probe';
const AT_ONCE = () => Promise.resolve();

/** Moves the clock to the minute before the hour. Call this before the start of the service, when the figures begin. */
export const moveBeforeHour = (): void => moveTo(-(MINUTES + 1) * MINUTE_MS);

/**
 * Lets the demo live through the hour before now, minute by minute: its calls, the attempts that are due, and a request
 * of the probe. A minute takes as long as its slowest receiver. `close` ends the receivers.
 */
export async function playHour(ready: ReadyInfo): Promise<{ close(): Promise<void> }> {
  const target = await connectOperator(ready.dataDir, Date.now);
  const { pending } = deliveryReader(target.table, target.sweepPeriodMs);
  const world = await openDemo(ready, () => undefined);
  const never = new AbortController().signal;

  /** Reports whether all attempts that were due at the time have ended, and each new call has had its first attempt. */
  async function isQuiet(atMs: number): Promise<boolean> {
    return (await pending()).every(
      ({ attempts, nextAttemptAtMs, leaseUntilMs }) =>
        attempts > 0 && nextAttemptAtMs > atMs && leaseUntilMs === undefined,
    );
  }

  for (let minute = MINUTES; minute > 0; minute -= 1) {
    moveTo(-minute * MINUTE_MS);
    const startMs = Date.now();
    const count = Math.round(callsPerSecond(startMs) * 60 * SHARE_OF_CALLS);
    const calls = Array.from({ length: count }, () => simulateCall({ ...world, wait: AT_ONCE }, never));
    await Promise.all([
      ...calls,
      invoke(target, target.outputs.SweepFunctionName, { dueNow: true }),
      invoke(target, PROBE, { url: ready.baseUrl }),
    ]);
    while (!(await isQuiet(startMs))) await sleepMs(LOOK_EVERY_MS);
    process.stdout.write('.');
  }
  moveTo(0);
  return world;
}
