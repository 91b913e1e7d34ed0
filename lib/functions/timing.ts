/**
 * Timeouts in seconds. test/lib/functions/timing.test.ts asserts how they must relate to each other, to the lease and
 * to the response timeout.
 */
export const TIMEOUT_SECONDS = {
  /** Runs before every endpoint. Both must end within the 29 s for which API Gateway waits. */
  authorizer: 5,
  endpoint: 15,
  /** A caller waits. The voice platform gives up earlier, and uses the copy that it has. */
  lineForCall: 5,
  recordCall: 15,
  /** A call takes as long as in record-call; then SQS is told what becomes of its message. */
  intake: 30,
  relay: 30,
  /**
   * An invocation stops taking messages 15 s before its timeout, because its longest message may take that long. The
   * timeout is four times that, so at any moment most invocations of a lane still take messages.
   */
  deliver: 60,
  /** Works page by page, and leaves the rest to the next sweep shortly before this time. */
  sweep: 120,
  /** Waits 5 s for a response. */
  probe: 10,
  /** The longest that Lambda allows. If all versions time out, old and new, the check takes eight minutes. */
  checkVersion: 900,
} as const;

/**
 * AWS recommends six times the consumer's timeout, so that a message does not come back while Lambda still retries its
 * batch.
 */
export const VISIBILITY_SECONDS = 6 * TIMEOUT_SECONDS.deliver;

/**
 * After a crash of `intake`, its messages come back after this time. That is the longest wait after a fault, so that a
 * message is received equally often in four days, whatever fails.
 */
export const INTAKE_VISIBILITY_SECONDS = 15 * 60;

/** How long people can look at a message that failed: the longest that SQS allows. */
export const FAILURES_KEPT_DAYS = 14;
