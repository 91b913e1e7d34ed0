import * as z from 'zod';

/** The period in which WAF counts the requests of an address. */
export const WAF_WINDOW_SECONDS = 300;

/**
 * The `Retry-After` of API Gateway's own 429. The throttle allows new requests every second, but a longer wait spreads
 * the retries.
 */
export const THROTTLED_WAIT_SECONDS = 5;

/** The settings of a stage that limit floods of requests before they reach the authorizer. */
export const floodSettings = z.object({
  /**
   * Above this rate of requests, API Gateway itself returns 429, to protect the rest of the account and to limit costs.
   */
  throttle: z.strictObject({ requestsPerSecond: z.int().min(1), burst: z.int().min(1) }),
  /**
   * AWS WAF in front of the API: how many requests a client address can send in `WAF_WINDOW_SECONDS`, to all paths
   * together.
   */
  shield: z.strictObject({ requestsPerAddress: z.int().min(10) }).optional(),
});
type FloodSettings = z.infer<typeof floodSettings>;

export const LOW_THROTTLE: FloodSettings['throttle'] = { requestsPerSecond: 50, burst: 100 };

export const PROD_FLOOD_LIMITS: FloodSettings = {
  throttle: { requestsPerSecond: 400, burst: 800 },
  // At this limit, one address can use 8 % of the throttle, for example for hundreds of paths at the rate limit. A
  // partner that sends more requests from one address needs a higher limit.
  shield: { requestsPerAddress: 10_000 },
};
