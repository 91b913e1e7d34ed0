import { waitAfterMs } from './backoff.ts';
import { MAX_ATTEMPTS } from './retry-policy.ts';

/** How long a claim prevents other attempts: as long as one invocation of deliver-webhook may run. */
export const LEASE_MS = 60_000;

export interface Timing {
  readonly retryBaseMs: number;
  /** How long a claim prevents other attempts: longer than the claimed request can take. */
  readonly leaseMs: number;
}

/**
 * Returns the times that a claim writes. If the attempt never reports a result, the next attempt is due when both the
 * lease and the wait are over. After the last attempt, there is no wait.
 */
export function timesOfClaim(attempt: number, nowMs: number, { retryBaseMs, leaseMs }: Timing) {
  const leaseUntilMs = nowMs + leaseMs;
  const waitMs = attempt < MAX_ATTEMPTS ? waitAfterMs(attempt, retryBaseMs) : 0;
  return { nowMs, leaseUntilMs, nextAttemptAtMs: Math.max(leaseUntilMs, nowMs + waitMs) };
}
