import { createHash } from 'node:crypto';
import { decodePercent } from '../requests/decode-percent.ts';

/** The rate limit: requests per IP address and path in one fixed window. Contract, "Limits". */
export const RATE_LIMIT = { requests: 30, windowSeconds: 300 } as const;

/**
 * A fixed window of the rate limit. All counters share the window, which does not start with a counter's first request.
 */
export interface RateWindow {
  readonly startUnixSeconds: number;
  readonly endUnixSeconds: number;
}

export function rateWindowAt(nowMs: number): RateWindow {
  const { windowSeconds } = RATE_LIMIT;
  const startUnixSeconds = Math.floor(nowMs / 1000 / windowSeconds) * windowSeconds;
  return { startUnixSeconds, endUnixSeconds: startUnixSeconds + windowSeconds };
}

export interface RateUsage {
  readonly limited: boolean;
  readonly remaining: number;
  /** How many seconds remain until the next window; at least 1. */
  readonly resetSeconds: number;
}

/** Returns how much of the rate limit is used. `hits` is the count including this request. */
export const rateUsage = (hits: number, { endUnixSeconds }: RateWindow, nowMs: number): RateUsage => ({
  limited: hits > RATE_LIMIT.requests,
  remaining: Math.max(0, RATE_LIMIT.requests - hits),
  resetSeconds: Math.max(1, Math.ceil(endUnixSeconds - nowMs / 1000)),
});

/** The value of the header `RateLimit-Policy`. */
export const RATE_LIMIT_POLICY = `"default";q=${RATE_LIMIT.requests};w=${RATE_LIMIT.windowSeconds}`;

/** Returns the value of the header `RateLimit`. */
export const rateLimitValue = ({ remaining, resetSeconds }: Omit<RateUsage, 'limited'>) =>
  `"default";r=${remaining};t=${resetSeconds}`;

/** Returns the value of `Retry-After`, which a 429 has: the seconds until the next window. */
export const retryAfterValue = ({ resetSeconds }: Pick<RateUsage, 'resetSeconds'>) => String(resetSeconds);

/**
 * Returns the name of a rate counter, which counts the requests from one address to one path, with any method. The path
 * is the route with the decoded id, so other spellings of the path (percent-encoding, trailing slash, query) have the
 * same counter.
 */
export const rateCounterName = (address: string, resource: string, id: string | undefined) =>
  createHash('sha256')
    .update(JSON.stringify([address, resource, id === undefined ? null : decodePercent(id)]))
    .digest('hex');
