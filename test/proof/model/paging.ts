import { isDeepStrictEqual } from 'node:util';
import type { RequestOf } from './operations.ts';
import { rejection, responded, type State, type Step } from './state.ts';

const DAY_MS = 86_400_000;

interface List<T> {
  readonly state: State;
  readonly apiKey: string;
  readonly tenantId: string;
  readonly request: RequestOf<'listLines' | 'listCalls'>;
  readonly name: 'tenants' | 'calls';
  /** All items in the order of the list. */
  readonly all: readonly T[];
  /** Returns the position of an item as a string. `isBehind` compares two positions. */
  readonly positionOf: (item: T) => string;
  readonly isBehind: (position: string, other: string) => boolean;
  readonly shown: (item: T) => unknown;
}

/** Returns one page. A cursor is valid for a day, for the same key and the same list, with any limit. */
export function page<T>(list: List<T>): Step[] {
  const { state, apiKey, tenantId, request, name, all, positionOf, isBehind, shown } = list;
  const { limit, cursor, ...which } = request;
  if (limit < 1 || limit > 200) return rejection(state, 400);
  const left = cursor === undefined ? undefined : state.cursors[cursor];
  if (cursor !== undefined && !(left && holds(left))) return rejection(state, 400, 'INVALID_CURSOR');

  const rest = all.filter((item) => left === undefined || isBehind(positionOf(item), left.after));
  const shownItems = rest.slice(0, limit);
  const last = rest.length > limit ? shownItems.at(-1) : undefined;
  const body = { [name]: shownItems.map(shown), nextCursor: last ? state.cursors.length : null };
  if (last === undefined) return responded(state, 200, body);
  const next = { request: { ...which, limit }, tenantId, apiKey, after: positionOf(last), givenAtMs: state.nowMs };
  return responded({ ...state, cursors: [...state.cursors, next] }, 200, body);

  function holds(given: State['cursors'][number]): boolean {
    const list = { ...given.request, limit: undefined };
    return (
      isDeepStrictEqual(list, { ...which, limit: undefined }) &&
      (name === 'tenants' || given.tenantId === tenantId) &&
      given.apiKey === apiKey &&
      state.nowMs - given.givenAtMs < DAY_MS
    );
  }
}
