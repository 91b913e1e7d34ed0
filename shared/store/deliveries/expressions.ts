import { dueKeys } from './item.ts';

/** Parts of an update that ends the claim on a delivery: whoever held it has no say any more. */
export const END_LEASE = '#leaseToken, #leaseUntilMs';

/** Takes a delivery out of the sweeper's sight. */
export const LEAVE_DUE_INDEX = '#dueShard, #sweepAtMs';

/** Makes a delivery due and puts it where the sweeper looks; its values are `dueValues`. */
export const BECOME_DUE = '#nextAttemptAtMs = :nextAttemptAtMs, #dueShard = :dueShard, #sweepAtMs = :sweepAtMs';

export function dueValues(callId: string, nextAttemptAtMs: number, sweepPeriodMs: number) {
  const { dueShard, sweepAtMs } = dueKeys(callId, nextAttemptAtMs, sweepPeriodMs);
  return { ':nextAttemptAtMs': nextAttemptAtMs, ':dueShard': dueShard, ':sweepAtMs': sweepAtMs };
}
