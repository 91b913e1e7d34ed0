import { hash } from 'node:crypto';
import type { Chosen, ModelResponse, Op, Rest } from './operations.ts';
import type { Model, State } from './state.ts';
import { agrees, step } from './step.ts';

/** One operation as its client saw it. */
export interface Happening {
  readonly op: Op;
  readonly chosen: Chosen;
  readonly calledAt: number;
  /** Infinity if there was no definite response: the operation may take effect at any time, in part or not at all. */
  readonly returnedAt: number;
  readonly response?: ModelResponse;
}

/** A happening whose operation has steps left. */
interface Open {
  readonly index: number;
  readonly happening: Happening;
  readonly left: Op | Rest;
}

/**
 * Tells whether steps of the model explain these responses. Every step of an operation lies between its call and its
 * return. This is Wing and Gong's search with Lowe's cache of visited places.
 */
export function isLinearizable(begin: State, history: readonly Happening[], model: Model = step): boolean {
  const seen = new Set<string>();

  function canGoOn(state: State, open: readonly Open[]): boolean {
    if (open.every(({ happening }) => happening.returnedAt === Number.POSITIVE_INFINITY)) return true;
    const place = digest([open.map(({ index, happening, left }) => [index, left !== happening.op && left]), state]);
    if (seen.has(place)) return false;
    seen.add(place);
    const next = openSteps(state, open);
    // If a read can take its last step now, no other order needs to be tried: the step changes nothing, so it
    // constrains no other operation.
    const free = next.find((step) => step.isSeen);
    return (free ? [free] : next).some((step) => canGoOn(step.state, step.open));
  }

  /** Returns every possible next step. An operation waits for those that returned before its call. */
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
    // A read without a response is left out: a read changes nothing, so there is nothing to explain.
    .filter(({ happening }) => happening.response !== undefined || !isLook(happening.op));
  return canGoOn(begin, open);
}

/** Long searches visit hundreds of thousands of places of several kilobytes each, so only hashes are kept. */
const digest = (place: unknown) => hash('sha256', JSON.stringify(place), 'base64');

/** Tells whether the operation only reads. Lists have one page, so they create no cursors. */
const isLook = (op: Op | Rest) => 'request' in op && /^(get|list|whoami)/.test(op.request.do);

const isAsTold = (expected: ModelResponse, { response }: Happening) =>
  response === undefined || agrees(expected, response);

/** Prints the history: the times, the operation and the response of each happening. */
export const told = (history: readonly Happening[]): string =>
  history
    .map(({ op, calledAt, returnedAt, response }) => {
      const what = op.kind === 'act' ? op.act : op.request;
      const result = response === undefined ? 'nothing definite' : JSON.stringify(response);
      return `${calledAt}..${returnedAt} ${op.tenantId.slice(-4)} ${JSON.stringify(what)} -> ${result}`;
    })
    .join('\n');
