import { hash } from 'node:crypto';
import type { Chosen, ModelResponse, Op, Rest } from './operations.ts';
import type { Model, State } from './state.ts';
import { agrees, step } from './step.ts';

/** One operation as whoever asked for it saw it. */
export interface Happening {
  readonly op: Op;
  readonly chosen: Chosen;
  readonly calledAt: number;
  /** Infinity: nothing definite was heard, so it may have happened, in part or not at all, then or later. */
  readonly returnedAt: number;
  readonly response?: ModelResponse;
}

/** A happening of which something is still to come. */
interface Open {
  readonly index: number;
  readonly happening: Happening;
  readonly left: Op | Rest;
}

/**
 * Whether the model, going from moment to moment, can have given these answers: every moment of an operation lies
 * between its call and its return. Wing and Gong's search with Lowe's memory of where it has been.
 */
export function isLinearizable(begin: State, history: readonly Happening[], model: Model = step): boolean {
  const seen = new Set<string>();

  function canGoOn(state: State, open: readonly Open[]): boolean {
    if (open.every(({ happening }) => happening.returnedAt === Number.POSITIVE_INFINITY)) return true;
    const place = digest([open.map(({ index, happening, left }) => [index, left !== happening.op && left]), state]);
    if (seen.has(place)) return false;
    seen.add(place);
    const next = openSteps(state, open);
    // A look that has seen what it told is in nobody's way any more: no other order need be tried.
    const free = next.find((step) => step.isSeen);
    return (free ? [free] : next).some((step) => canGoOn(step.state, step.open));
  }

  /** Every moment that can come next. Nothing can that was called after something still open had returned. */
  function openSteps(state: State, open: readonly Open[]) {
    const firstReturn = Math.min(...open.map(({ happening }) => happening.returnedAt));
    return open
      .filter(({ happening }) => happening.calledAt < firstReturn)
      .flatMap((one) =>
        model(state, one.left, one.happening.chosen).flatMap((step) => {
          const isEnd = 'response' in step;
          if (isEnd && !isAsTold(step.response, one.happening)) return [];
          const after = isEnd ? [] : [{ ...one, left: step.rest }];
          const isSeen = isEnd && isLook(one.left);
          return [{ state: step.state, isSeen, open: open.flatMap((other) => (other === one ? after : [other])) }];
        }),
      );
  }

  const open = history
    .map((happening, index) => ({ index, happening, left: happening.op }))
    // A look changes nothing: where its answer was not heard there is nothing to explain.
    .filter(({ happening }) => happening.response !== undefined || !isLook(happening.op));
  return canGoOn(begin, open);
}

/** Hard searches see hundreds of thousands of places, each some kilobytes of text. */
const digest = (place: unknown) => hash('sha256', JSON.stringify(place), 'base64');

/** Lists are on one page, so they give no cursors. */
const isLook = (op: Op | Rest) => 'request' in op && /^(get|list|whoami)/.test(op.request.do);

const isAsTold = (expected: ModelResponse, { response }: Happening) =>
  response === undefined || agrees(expected, response);

/** The history for people: when it was, what it was, what came of it. */
export const told = (history: readonly Happening[]): string =>
  history
    .map(({ op, calledAt, returnedAt, response }) => {
      const what = op.kind === 'act' ? op.act : op.request;
      const result = response === undefined ? 'nothing definite' : JSON.stringify(response);
      return `${calledAt}..${returnedAt} ${op.tenantId.slice(-4)} ${JSON.stringify(what)} -> ${result}`;
    })
    .join('\n');
