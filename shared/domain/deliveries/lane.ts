import type { Outcome } from './retry-policy.ts';

/**
 * The `slow` lane is for partners whose receivers hang. In this lane, these partners wait for each other, and no other
 * partner waits for them.
 */
export type Lane = 'main' | 'slow';

/**
 * From this duration on, an attempt is slow: thousands of 9-second responses hold up other deliveries as much as
 * timeouts do.
 */
export const SLOW_AFTER_MS = 3_000;

/** Reports whether an attempt was slow: it took at least `SLOW_AFTER_MS` or timed out. */
export const isSlow = (outcome: Outcome, durationMs: number) =>
  durationMs >= SLOW_AFTER_MS || (outcome.kind === 'noResponse' && outcome.why === 'timeout');

/** How long one slow attempt keeps its partner in the slow lane. */
export const SLOW_FOR_MS = 600_000;

/** The shortest time between two writes of a partner's mark, even after thousands of slow attempts. */
export const MARKED_EVERY_MS = 60_000;

/** Returns the lane of a partner whose mark ends at `slowUntilMs`; without a mark, `main`. */
export const laneAt = (slowUntilMs: number | undefined, nowMs: number): Lane =>
  slowUntilMs !== undefined && slowUntilMs > nowMs ? 'slow' : 'main';
