/** The rate limit: requests per IP address and path in one fixed window. Contract, "Limits". */
export const RATE_LIMIT = { requests: 30, windowSeconds: 300 } as const;

/** The largest size and nesting depth of a request body. Beyond either, the request is malformed. */
export const BODY_LIMIT = { bytes: 256 * 1024, depth: 32 } as const;

/** What partners can rely on. Contract, "Limits" and "Events". */
export const PROMISES = {
  idempotencyKeyHours: 24,
  settingsReachCallsMinutes: 5,
  replayWindowMinutes: 5,
  /**
   * A call appears in the list at most this long after its `startedAt`, so a client that polls reads this period again.
   */
  callsOverlapSeconds: 60,
  /** A summary of 64 KiB in which each byte is escaped as six bytes, plus room for the other fields. */
  longestEventKib: 400,
} as const;
