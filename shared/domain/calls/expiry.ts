/** A stage keeps calls for at least this many days: time to repair a receiver and to replay its calls. */
export const MIN_CALLS_DAYS = 7;

/** The highest number of days in the setting `callsDays`: ten years. Without this setting, calls are kept for ever. */
export const MAX_CALLS_DAYS = 3_650;

const FOR_EVER = 'none';

/** Returns the value of CALLS_DAYS: a number of days, or `none` if calls are kept for ever. */
export const callsDaysText = (callsDays: number | undefined) => String(callsDays ?? FOR_EVER);

/** Reads CALLS_DAYS: returns for how many days calls are kept, or `undefined` if they are kept for ever. */
export const parseCallsDays = (text: string): number | undefined => (text === FOR_EVER ? undefined : Number(text));

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
