import { FIRST_WAIT_MS, LONGEST_WAIT_MS, MAX_ATTEMPTS } from './numbers.ts';

/** The longest wait as a multiple of the first, because the local service shortens all waits together. */
const LONGEST_BY_FIRST = LONGEST_WAIT_MS / FIRST_WAIT_MS;

/** Returns the wait in milliseconds after the given attempt, counted from 1. */
export const waitAfterMs = (attempt: number, baseMs: number = FIRST_WAIT_MS) =>
  Math.ceil(Math.min(2 ** (attempt - 1), LONGEST_BY_FIRST) * baseMs);

export interface Timing {
  readonly retryBaseMs: number;
  /** How long a claim prevents other attempts: longer than the claimed request can take. */
  readonly leaseMs: number;
}

/**
 * Returns the times that a claim writes. If the attempt never reports a result, the next attempt is due when both the
 * lease and the wait are over. After the last attempt, there is no wait.
 */
export function claimTimes(attempt: number, nowMs: number, { retryBaseMs, leaseMs }: Timing) {
  const leaseUntilMs = nowMs + leaseMs;
  const waitMs = attempt < MAX_ATTEMPTS ? waitAfterMs(attempt, retryBaseMs) : 0;
  return { nowMs, leaseUntilMs, nextAttemptAtMs: Math.max(leaseUntilMs, nowMs + waitMs) };
}
