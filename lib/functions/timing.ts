/**
 * Timeouts in seconds. test/lib/functions/timing.test.ts asserts how they must relate to each other, to the lease and
 * to the response timeout.
 */
export const TIMEOUT_SECONDS = {
  /** Runs before every endpoint. Both must end within the 29 s for which API Gateway waits. */
  authorizer: 5,
  endpoint: 15,
  recordCall: 15,
  relay: 30,
  /**
   * An invocation takes no further messages in the time of its longest message. Four times as long, so that most
   * invocations of a lane take messages at any moment, even if all their receivers hang.
   */
  deliver: 60,
  /** Works page by page, and leaves the rest to the next sweep shortly before this time. */
  sweep: 120,
} as const;

/**
 * AWS recommends six times the consumer's timeout, so that a message does not come back while Lambda still retries its
 * batch.
 */
export const VISIBILITY_SECONDS = 6 * TIMEOUT_SECONDS.deliver;

export const SWEEP_PERIOD_MINUTES = 5;
