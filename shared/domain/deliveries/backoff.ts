import { MAX_ATTEMPTS } from './delivery.ts';

/** The longest wait, as a multiple of the first: 1 minute, doubling up to 1 hour. */
const LONGEST_WAIT = 60;

/**
 * Returns the wait in milliseconds after the given attempt (1 is the first): the base, doubled each time, up to 60
 * times the base.
 */
export const waitAfter = (attempt: number, baseMs: number) =>
  Math.ceil(Math.min(2 ** (attempt - 1), LONGEST_WAIT) * baseMs);

export interface Timing {
  readonly retryBaseMs: number;
  /** How long a claim keeps other attempts out: longer than the claimed request can take. */
  readonly leaseMs: number;
}

/**
 * Returns the times that a claim writes. If the attempt never reports a result, the next one is due when both the lease
 * and the wait are over. After the last attempt, there is no wait.
 */
export function claimTimes(attempt: number, nowMs: number, { retryBaseMs, leaseMs }: Timing) {
  const leaseUntilMs = nowMs + leaseMs;
  const waitMs = attempt < MAX_ATTEMPTS ? waitAfter(attempt, retryBaseMs) : 0;
  return { nowMs, leaseUntilMs, nextAttemptAtMs: Math.max(leaseUntilMs, nowMs + waitMs) };
}
