import { CALLS_OVERLAP_MS } from './service-rules.ts';
import type { Call } from './types.ts';

/** How far you have read the calls of a line. It is plain JSON: store it together with the calls. */
export interface CallBookmark {
  /** Where to begin next time, as Unix time in milliseconds. */
  readonly since: number;
  /** Identifiers of the calls that the next read returns again. */
  readonly known: readonly string[];
}

export interface NewCalls {
  /** The new calls, oldest first. You get no call twice if you pass the last bookmark each time. */
  readonly calls: readonly Call[];
  readonly bookmark: CallBookmark;
}

interface NewCall {
  readonly call: Call;
  /** The bookmark of a program that has processed this call and all calls before it. */
  readonly bookmark: CallBookmark;
}

/**
 * Yields those calls of `found` that the bookmark does not know. `found` is sorted newest first, and the result oldest
 * first.
 */
export function* iterateNewCalls(found: readonly Call[], from: CallBookmark): Generator<NewCall, void, undefined> {
  const known = new Set(from.known);
  let { since } = from;
  let processed = found.filter(({ callId }) => known.has(callId));
  for (const call of found.filter(({ callId }) => !known.has(callId)).reverse()) {
    since = Math.max(since, storedAtMs(call) - CALLS_OVERLAP_MS);
    processed = [call, ...processed].filter((one) => one.startedAt === null || storedAtMs(one) >= since);
    yield { call, bookmark: { since, known: processed.map(({ callId }) => callId) } };
  }
}

/** Returns when the call was stored, or 0 if the time is unknown. With 0, the call does not move `since`. */
const storedAtMs = ({ startedAt }: Call) => (startedAt === null ? 0 : Date.parse(startedAt));

export function newCallsIn(found: readonly Call[], from: CallBookmark): NewCalls {
  const steps = [...iterateNewCalls(found, from)];
  return { calls: steps.map(({ call }) => call), bookmark: steps.at(-1)?.bookmark ?? from };
}
