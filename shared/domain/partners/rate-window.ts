import { createHash } from 'node:crypto';
import { RATE_LIMIT } from '../../contract/limits.ts';
import { percentDecoded } from '../requests/percent-decoded.ts';

/** A fixed window. It is the same for all counters, and does not start with a counter's first request. */
export interface RateWindow {
  readonly startUnixSeconds: number;
  readonly endUnixSeconds: number;
}

/** Returns the window that contains the given time. */
export function rateWindowAt(nowMs: number): RateWindow {
  const { windowSeconds } = RATE_LIMIT;
  const startUnixSeconds = Math.floor(nowMs / 1000 / windowSeconds) * windowSeconds;
  return { startUnixSeconds, endUnixSeconds: startUnixSeconds + windowSeconds };
}

export interface RateUsage {
  readonly limited: boolean;
  /** Requests that are still allowed in the window. */
  readonly remaining: number;
  /** Seconds until the next window; at least 1. */
  readonly resetSeconds: number;
}

/**
 * Returns whether a request is over the limit, and what is left of the limit and of the window. `hits` is the count
 * including this request.
 */
export const rateUsage = (hits: number, { endUnixSeconds }: RateWindow, nowMs: number): RateUsage => ({
  limited: hits > RATE_LIMIT.requests,
  remaining: Math.max(0, RATE_LIMIT.requests - hits),
  resetSeconds: Math.max(1, Math.ceil(endUnixSeconds - nowMs / 1000)),
});

/**
 * Returns the name of a counter. A counter counts the requests from one address to one path, with any method. The path
 * is the route with the decoded id, so that no other spelling of the path (percent-encoding, trailing slash, query) has
 * a counter of its own.
 */
export const ratedPathHash = (address: string, resource: string, id: string | undefined) =>
  createHash('sha256')
    .update(JSON.stringify([address, resource, id === undefined ? null : percentDecoded(id)]))
    .digest('hex');
