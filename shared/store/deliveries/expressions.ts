import type { UndeliveredStatus } from '../../domain/deliveries/delivery.ts';
import { dueKeys, undeliveredKey } from './item.ts';

/**
 * The attributes to remove to end a claim. Without these attributes, the holder of the claim can no longer change the
 * row.
 */
export const END_LEASE = '#leaseToken, #leaseUntilMs';

/** The attributes to remove so that the sweep no longer finds a delivery. */
export const LEAVE_DUE_INDEX = '#dueShard, #sweepAtMs';

/** The partition key of the index `undelivered`. `undeliveredValues` returns its value. */
export const UNDELIVERED = '#undeliveredShard';
export const BECOME_UNDELIVERED = `${UNDELIVERED} = :undeliveredShard`;

export const undeliveredValues = (status: UndeliveredStatus, callId: string) => ({
  ':undeliveredShard': undeliveredKey(status, callId).undeliveredShard,
});

/**
 * An update expression that makes a delivery due at a time and puts it into the due index, where the sweep finds it.
 * `dueValues` returns the values of its placeholders.
 */
export const BECOME_DUE = '#nextAttemptAtMs = :nextAttemptAtMs, #dueShard = :dueShard, #sweepAtMs = :sweepAtMs';

export function dueValues(callId: string, nextAttemptAtMs: number, sweepPeriodMs: number) {
  const { dueShard, sweepAtMs } = dueKeys(callId, nextAttemptAtMs, sweepPeriodMs);
  return { ':nextAttemptAtMs': nextAttemptAtMs, ':dueShard': dueShard, ':sweepAtMs': sweepAtMs };
}
