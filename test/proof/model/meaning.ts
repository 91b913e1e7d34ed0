import type { Draw, Wish } from './draws.ts';
import type { Act, Op, Request } from './operations.ts';
import { shownSettings } from './settings.ts';
import type { Line, State } from './state.ts';

/** The state to which a draw can refer. */
export interface Known {
  readonly state: State;
  readonly lines: readonly Pick<Line, 'tenantId' | 'partnerId'>[];
  /** The API keys of each partner so far, oldest first. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  readonly begun: readonly Op[];
}

/** A well-formed id that no line has. */
const UNKNOWN_LINE = 'tn_01ARZ3NDEKTSV4RRFFQ69G5FAV';

const picked = <T>(list: readonly T[], number: number): T | undefined => list[number % list.length];

/** Returns the operation that a draw means in the current state. */
export function meaningOf({ partner, line, isOwn, hasOldKey, wish }: Draw, known: Known): Op {
  const partnerId = picked(Object.keys(known.keys), partner) ?? '';
  const candidates = known.lines.filter((candidate) => !isOwn || candidate.partnerId === partnerId);
  const [current = '', older = current] = (known.keys[partnerId] ?? []).toReversed();
  const about = {
    partnerId,
    tenantId: picked(candidates, line)?.tenantId ?? UNKNOWN_LINE,
    apiKey: hasOldKey ? older : current,
  };
  return isAct(wish) ? actOf(wish, about, known, isOwn ? line : undefined) : requestOf(wish, about, known);
}

interface About {
  readonly partnerId: string;
  readonly tenantId: string;
  readonly apiKey: string;
}

const ACTS: ReadonlySet<string> = new Set<Act['do']>([
  ...(['attachNumber', 'releaseNumber', 'connectStore', 'recordCall', 'deleteCall'] as const),
  ...(['setState', 'rotateKey', 'rotateSecret', 'advanceClock'] as const),
]);
const isAct = (wish: Wish): wish is Act => ACTS.has(wish.do);

/**
 * Returns the operation of an act. With `nth`, the detachment of a number is for a line that has a number, and the
 * deletion of a call is for the line of that call.
 */
function actOf(act: Act, { partnerId, tenantId }: About, { state }: Known, nth: number | undefined): Op {
  const on = (better: string | undefined): Op => ({ kind: 'act', partnerId, tenantId: better ?? tenantId, act });
  if (nth === undefined) return on(undefined);
  const served = Object.values(state.lines).filter(({ number }) => number !== null);
  if (act.do === 'releaseNumber') return on(picked(served, nth)?.tenantId);
  return on(act.do === 'deleteCall' ? state.calls[act.callId]?.tenantId : undefined);
}

function requestOf(wish: Exclude<Wish, Act>, { tenantId, apiKey }: About, { state, begun }: Known): Op {
  const ask = (request: Request, otherwise: object = {}): Op => ({
    ...{ kind: 'request', apiKey, tenantId, request },
    ...otherwise,
  });
  switch (wish.do) {
    case 'sendSettingsBack': {
      const line = state.lines[tenantId];
      return ask({ do: 'putAgent', patch: line ? shownSettings(line) : {} });
    }
    case 'repeatCreation': {
      const earlier = begun.flatMap((op) =>
        op.kind === 'request' && op.apiKey === apiKey && op.request.do === 'createLine' ? [op.request] : [],
      );
      return ask(picked(earlier, wish.nth) ?? { do: 'whoami' });
    }
    case 'nextPage': {
      const cursor = Math.max(0, state.cursors.length - 1 - (wish.nth % 3));
      const left = state.cursors[cursor];
      if (!left) return ask({ do: 'listLines', limit: 1 });
      return ask({ ...left.request, cursor }, { apiKey: left.apiKey, tenantId: left.tenantId });
    }
    case 'callsSince': {
      const call = picked(Object.values(state.calls), wish.nth);
      if (!call) return ask({ do: 'listCalls', limit: 2 });
      return ask({ do: 'listCalls', limit: 2, since: call.storedAtMs + wish.plusMs }, { tenantId: call.tenantId });
    }
    default:
      return ask(wish);
  }
}
