/** The wait after the first attempt. Contract, "Delivery rules". */
export const FIRST_WAIT_MS = 60_000;

/** The longest wait, as a number and in words. */
const LONGEST_WAIT_MS = 3_600_000;
export const LONGEST_WAIT = 'an hour';

/** The longest wait as a multiple of the first wait. The local service can change all waits by the same factor. */
const LONGEST_BY_FIRST = LONGEST_WAIT_MS / FIRST_WAIT_MS;

/**
 * Returns the wait in milliseconds after the given attempt, counted from 1. Each wait is twice the previous wait, up to
 * the longest wait.
 */
export const waitAfterMs = (attempt: number, baseMs: number = FIRST_WAIT_MS) =>
  Math.ceil(Math.min(2 ** (attempt - 1), LONGEST_BY_FIRST) * baseMs);
