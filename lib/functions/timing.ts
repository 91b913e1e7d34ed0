/** In seconds. How they must relate to each other, to the lease and to the send limit is asserted in test/lib/functions/timing.test.ts. */
export const TIMEOUT_SECONDS = {
  /** Runs before every endpoint, within the same 29 s that API Gateway waits for an answer. */
  authorizer: 5,
  endpoint: 15,
  recordCall: 15,
  relay: 30,
  /** The longest request to a partner, the waits around it, and writing down how it went. */
  deliver: 30,
  /** Works page by page within a budget of its own and leaves the rest to the next run. */
  sweep: 120,
} as const;

/** Lambda asks for six times the consumer's time-out: a message must not come back while its batch is being retried. */
export const VISIBILITY_SECONDS = 6 * TIMEOUT_SECONDS.deliver;

export const SWEEP_PERIOD_MINUTES = 5;
