/** Rate limit: requests per address and path in one fixed window. Contract, "Limits". */
export const RATE_LIMIT = { requests: 30, windowSeconds: 300 } as const;

/** What a request body may weigh and how deep it may nest; deeper or heavier is malformed. */
export const BODY_LIMIT = { bytes: 256 * 1024, depth: 32 } as const;

/** What partners are told to count on. Contract, "Limits" and "Events". */
export const PROMISES = {
  idempotencyKeyHours: 24,
  settingsReachCallsMinutes: 5,
  replayWindowMinutes: 5,
  /** A call is visible in the list at most this long after its `startedAt`: a client that polls asks for that much again. */
  callsOverlapSeconds: 60,
  /** A summary of 64 KiB in which every byte is escaped as six, and room for the rest. */
  longestEventKib: 400,
} as const;
