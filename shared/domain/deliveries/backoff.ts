import { MAX_ATTEMPTS } from './delivery.ts';

/** The longest wait, in first waits: 1 minute doubling up to 1 hour. */
const LONGEST_WAIT = 60;

/** The wait after the given attempt (1 is the first): the base, doubled each time, at most sixty times the base. */
export const waitAfter = (attempt: number, baseMs: number) =>
  Math.ceil(Math.min(2 ** (attempt - 1), LONGEST_WAIT) * baseMs);

export interface Timing {
  readonly retryBaseMs: number;
  /** How long a claim shuts out others: longer than its request can last. */
  readonly leaseMs: number;
}

/**
 * What a claim writes about time. Should nobody come back from the attempt, the next one is due when the lease is over
 * and the wait has passed; after the last one there is nothing to wait for.
 */
export function claimTimes(attempt: number, nowMs: number, { retryBaseMs, leaseMs }: Timing) {
  const leaseUntilMs = nowMs + leaseMs;
  const waitMs = attempt < MAX_ATTEMPTS ? waitAfter(attempt, retryBaseMs) : 0;
  return { nowMs, leaseUntilMs, nextAttemptAtMs: Math.max(leaseUntilMs, nowMs + waitMs) };
}
