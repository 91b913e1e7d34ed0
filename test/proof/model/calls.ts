import type { RequestOf, ToldCall } from './operations.ts';
import { page } from './paging.ts';
import { isoTime, rejection, responded, type State, type Step } from './state.ts';

/** A call is stored once, for the line of its first recording. A deleted call is not stored again. */
export function recordCall(state: State, tenantId: string, told: ToldCall): Step[] {
  const earlier = state.calls[told.callId];
  if (!state.lines[tenantId] || (earlier && earlier.tenantId !== tenantId)) return rejection(state, 'refused');
  const { storedAtMs } = earlier ?? { storedAtMs: state.nowMs };
  const body = { callId: told.callId, startedAt: isoTime(storedAtMs), alreadyStored: earlier !== undefined };
  const call = earlier ?? { told, tenantId, storedAtMs, isDeleted: false };
  return responded({ ...state, calls: { ...state.calls, [told.callId]: call } }, 'done', body);
}

export function deleteCall(state: State, tenantId: string, callId: string): Step[] {
  const call = state.calls[callId];
  if (call?.tenantId !== tenantId) return rejection(state, 'refused');
  return responded({ ...state, calls: { ...state.calls, [callId]: { ...call, isDeleted: true } } }, 'done');
}

/** Newest first. Calls of the same moment are in descending order of their ids. */
export const listCalls = (state: State, apiKey: string, tenantId: string, request: RequestOf<'listCalls'>): Step[] =>
  page({
    ...{ state, apiKey, tenantId, request, name: 'calls' },
    all: Object.values(state.calls)
      .filter((call) => call.tenantId === tenantId && !call.isDeleted && call.storedAtMs >= (request.since ?? 0))
      .sort((one, other) => (positionOf(one) > positionOf(other) ? -1 : 1)),
    positionOf,
    isBehind: (position, other) => position < other,
    shown: ({ told: { callerNumber, ...told }, storedAtMs }) => ({
      ...told,
      ...(callerNumber === undefined ? {} : { callerNumber: `****${callerNumber.slice(-4)}` }),
      startedAt: isoTime(storedAtMs),
    }),
  });

const positionOf = ({ storedAtMs, told }: State['calls'][string]) => `${isoTime(storedAtMs)} ${told.callId}`;
