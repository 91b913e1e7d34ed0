/** `slow`: partners whose last attempts timed out, so that they wait for each other and for nobody else. */
export type Lane = 'main' | 'slow';

/** How long one time-out keeps a partner in the slow lane. */
export const SLOW_FOR_MS = 600_000;

/** A partner with thousands of hanging requests writes its mark no more often than this. */
export const MARKED_EVERY_MS = 60_000;

export const laneAt = (slowUntilMs: number | undefined, nowMs: number): Lane =>
  slowUntilMs !== undefined && slowUntilMs > nowMs ? 'slow' : 'main';
