import { FIRST_WAIT_MS } from '../deliveries/backoff.ts';

/** The longest wait, as a multiple of the first wait. The waits double until they reach it. */
const LONGEST_WAIT = 15;

/**
 * The visibility timeout of the queue `intake`, after which a message is delivered again if the function crashed. It
 * equals the longest wait after a fault, so that a message is received about as often after crashes as after faults.
 */
export const INTAKE_VISIBILITY_SECONDS = (LONGEST_WAIT * FIRST_WAIT_MS) / 1_000;

/** How many times a message is received before it becomes a dead letter. */
export const INTAKE_MAX_RECEIVE_COUNT = 387;
/** How long a message is retried before it becomes a dead letter, in words. */
export const INTAKE_RETRIED_FOR = 'four days';

/** Returns for how many seconds a message is hidden after it was received this many times without success. */
export const intakeWaitSeconds = (received: number, retryBaseMs: number) =>
  Math.max(1, Math.ceil((Math.min(2 ** (received - 1), LONGEST_WAIT) * retryBaseMs) / 1_000));
