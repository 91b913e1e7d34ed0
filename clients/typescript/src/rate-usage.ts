/** What the rate limit still allows for one path, as the header `RateLimit` says. */
export interface RateUsage {
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** Returns undefined if the response has no header `RateLimit`, for example because a proxy removed it. */
export function remainingRateOf(headers: Headers): RateUsage | undefined {
  const [, remaining, resetSeconds] = /;\s*r=(\d+);\s*t=(\d+)/.exec(headers.get('RateLimit') ?? '') ?? [];
  return remaining === undefined ? undefined : { remaining: Number(remaining), resetSeconds: Number(resetSeconds) };
}
