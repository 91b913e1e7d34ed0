/** What the rate limit still allows for one path, as the header `RateLimit` says. */
export interface RateUsage {
  /** How many requests are left in this window. */
  readonly remaining: number;
  /** How long until the next window begins. */
  readonly resetSeconds: number;
}

/**
 * Returns the use of the rate limit, or undefined if a response has no such header, for example because a proxy removed
 * it.
 */
export function rateUsageOf(headers: Headers): RateUsage | undefined {
  const [, remaining, resetSeconds] = /;\s*r=(\d+);\s*t=(\d+)/.exec(headers.get('RateLimit') ?? '') ?? [];
  return remaining === undefined ? undefined : { remaining: Number(remaining), resetSeconds: Number(resetSeconds) };
}
