import type { Call } from './types.ts';

/**
 * A call can appear in the list up to this long after its `startedAt`, so newer calls may already be in the list. See
 * the API's guide, "Pagination".
 */
export const OVERLAP_MS = 60_000;

/** How far you have read the calls of a line. It is plain JSON: store it together with the calls. */
export interface CallBookmark {
  /** Where to begin next time, as Unix time in milliseconds. */
  readonly since: number;
  /** Identifiers of the calls that will be read again: those of the last minute before the newest call. */
  readonly known: readonly string[];
}

export interface NewCalls {
  /** Oldest first. You get no call twice if you pass the last bookmark each time. */
  readonly calls: readonly Call[];
  /** Pass it to `newCalls` next time. */
  readonly bookmark: CallBookmark;
}

/**
 * Returns the calls that the bookmark does not know yet, and the next bookmark. `found` has all calls since the
 * bookmark, newest first.
 */
export function newAmong(found: readonly Call[], { since, known }: CallBookmark): NewCalls {
  const newest = found.find(({ startedAt }) => startedAt !== null)?.startedAt;
  const nextSince = newest ? Math.max(since, Date.parse(newest) - OVERLAP_MS) : since;
  const isReadAgain = ({ startedAt }: Call) => startedAt === null || Date.parse(startedAt) >= nextSince;
  const isKnown = new Set(known);
  return {
    calls: found.filter(({ callId }) => !isKnown.has(callId)).reverse(),
    bookmark: { since: nextSince, known: found.filter(isReadAgain).map(({ callId }) => callId) },
  };
}
