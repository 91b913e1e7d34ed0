import type { Outcome } from './retry-policy.ts';

/** `slow`: partners whose last attempts hung, so that they wait for each other and nobody else waits for them. */
export type Lane = 'main' | 'slow';

/** Beyond it an answer comes too late for those who wait behind: thousands of 9-second answers hold up like time-outs. */
export const SLOW_AFTER_MS = 3_000;

export const isSlow = (outcome: Outcome, durationMs: number) =>
  durationMs >= SLOW_AFTER_MS || (outcome.kind === 'noResponse' && outcome.why === 'timeout');

/** How long one slow attempt keeps its partner in the slow lane. */
export const SLOW_FOR_MS = 600_000;

/** A partner with thousands of slow attempts writes its mark no more often than this. */
export const MARKED_EVERY_MS = 60_000;

export const laneAt = (slowUntilMs: number | undefined, nowMs: number): Lane =>
  slowUntilMs !== undefined && slowUntilMs > nowMs ? 'slow' : 'main';
