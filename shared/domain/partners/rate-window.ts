import { createHash } from 'node:crypto';
import { RATE_LIMIT } from '../../contract/limits.ts';
import { percentDecoded } from '../requests/percent-decoded.ts';

/** A fixed window: the same for all counters, whatever moment they start at. */
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
  /** Requests that the window still has. */
  readonly remaining: number;
  /** Until the next window. */
  readonly resetSeconds: number;
}

/** Whether the hit that brought the count to `hits` is over the limit, and what is left of window and limit. */
export const rateUsage = (hits: number, { endUnixSeconds }: RateWindow, nowMs: number): RateUsage => ({
  limited: hits > RATE_LIMIT.requests,
  remaining: Math.max(0, RATE_LIMIT.requests - hits),
  resetSeconds: Math.max(1, Math.ceil(endUnixSeconds - nowMs / 1000)),
});

/**
 * Names a counter: an address on a path, whatever the method. The path is the route with the decoded id, so
 * that no other spelling of it (percent-encoding, trailing slash, query) gets a counter of its own.
 */
export const ratedPathHash = (address: string, resource: string, id: string | undefined) =>
  createHash('sha256')
    .update(JSON.stringify([address, resource, id === undefined ? null : percentDecoded(id)]))
    .digest('hex');
