/** The rate limit: requests per IP address and path in one fixed window. Contract, "Limits". */
export const RATE_LIMIT = { requests: 30, windowSeconds: 300 } as const;

/** The largest size and nesting depth of a request body. A request that exceeds either limit is malformed. */
export const BODY_LIMIT = { bytes: 256 * 1024, depth: 32 } as const;

/** What the contract promises to partners, in its sections "Limits" and "Events". */
export const PROMISES = {
  idempotencyKeyHours: 24,
  settingsReachCallsMinutes: 5,
  replayWindowMinutes: 5,
  /**
   * A call appears in the list at most this long after its `startedAt`. So a client must set `since` this long before
   * the time of its previous poll.
   */
  callsOverlapSeconds: 60,
  /** The largest body of an event: a summary of 64 KiB, each byte escaped as six bytes, and the other fields. */
  maxEventKib: 400,
} as const;
