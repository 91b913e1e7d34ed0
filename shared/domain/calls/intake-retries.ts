/** The longest wait, as a multiple of the first wait. The waits double until they reach it. */
const LONGEST_WAIT = 15;

/** Returns for how many seconds a message is hidden after it was received this many times without success. */
export const intakeWaitSeconds = (received: number, retryBaseMs: number) =>
  Math.max(1, Math.ceil((Math.min(2 ** (received - 1), LONGEST_WAIT) * retryBaseMs) / 1_000));
