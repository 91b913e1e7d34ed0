const DAY_SECONDS = 86_400;

/** Returns when a call expires, in Unix seconds rounded up, if calls are kept for `callsDays`. */
export const expiryOf = (storedAtMs: number, callsDays: number) =>
  Math.ceil(storedAtMs / 1_000) + callsDays * DAY_SECONDS;

/**
 * Reports whether a call counts as absent because its expiry (in Unix seconds) has passed. DynamoDB deletes the call up
 * to a few days later. A call without an expiry is kept for ever.
 */
export const isExpired = (expiresAtUnixSeconds: number | undefined, nowMs: number) =>
  expiresAtUnixSeconds !== undefined && expiresAtUnixSeconds * 1_000 <= nowMs;
