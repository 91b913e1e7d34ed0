import type { Call } from './types.ts';

/** A call can become visible this long after its `startedAt`, when newer ones already are. The API's guide, "Pagination". */
export const OVERLAP_MS = 60_000;

/** How far a line's calls have been read. Plain JSON: store it together with what you made of the calls. */
export interface CallBookmark {
  /** Where the next reading begins, in milliseconds since 1970. */
  readonly since: number;
  /** Identifiers of the calls that it will meet again: those of the last minute before the newest call. */
  readonly known: readonly string[];
}

export interface NewCalls {
  /** Oldest first. None of them came with an earlier bookmark. */
  readonly calls: readonly Call[];
  /** For the next reading. */
  readonly bookmark: CallBookmark;
}

/** Takes what is new from all calls since the bookmark, which are given newest first. */
export function newAmong(found: readonly Call[], { since, known }: CallBookmark): NewCalls {
  const newest = found.find(({ startedAt }) => startedAt !== null)?.startedAt;
  const nextSince = newest ? Math.max(since, Date.parse(newest) - OVERLAP_MS) : since;
  const isMetAgain = ({ startedAt }: Call) => startedAt === null || Date.parse(startedAt) >= nextSince;
  const isKnown = new Set(known);
  return {
    calls: found.filter(({ callId }) => !isKnown.has(callId)).reverse(),
    bookmark: { since: nextSince, known: found.filter(isMetAgain).map(({ callId }) => callId) },
  };
}
