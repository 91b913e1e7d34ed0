/** Generated from the rules of the service by `npm run generate`. */

/** How long the service waits for a response. */
export const RESPONSE_LIMIT_MS = 10000;

/** The 4xx responses after which the service retries. */
export const RETRIED_4XX: readonly number[] = [408, 429];

/** A receiver rejects a signature whose time differs by more than this from its clock. */
export const REPLAY_WINDOW_MINUTES = 5;
