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
   * A call appears in the list at most this long after its `startedAt`. So a client's `since` must be this long before
   * its previous poll.
   */
  callsOverlapSeconds: 60,
  /**
   * The largest body of an event, in KiB. It has room for a summary of 64 KiB whose bytes are all escaped, each as six
   * bytes, and for the other fields.
   */
  longestEventKib: 400,
} as const;
