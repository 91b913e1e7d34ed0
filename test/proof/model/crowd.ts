import type { AsyncCommand, Scheduler } from 'fast-check';
import type { Draw } from './draws.ts';
import type { Happening } from './linearizable.ts';
import { type Known, meaningOf } from './meaning.ts';
import type { ModelResponse, Op } from './operations.ts';
import type { Service, Through } from './service.ts';
import type { State } from './state.ts';

export const CLIENTS = 4;
export const MOST_OPERATIONS = 8;

/** The fault of a command to the table, if any. */
export type Fault = 'notSent' | 'responseLost' | undefined;

/** Tells whether the response says if the request took effect. A 502 does, by the contract. */
const isDefinite = ({ status }: ModelResponse) => typeof status !== 'number' || status < 500 || status === 502;

export type Crowd = ReturnType<typeof crowd>;

/** Concurrent clients, each with one operation after another. Their commands reach the table in any order. */
export function crowd(service: Service, begin: State, keys: Record<string, string[]>, scheduler: Scheduler) {
  const history: Happening[] = [];
  const begun: Op[] = [];
  const lines: Known['lines'][number][] = Object.values(begin.lines);
  const queues: Promise<unknown>[] = Array.from({ length: CLIENTS }, () => Promise.resolve());
  let time = 0;

  async function perform(op: Op, through?: Through): Promise<void> {
    time += 1;
    const happening = { op, chosen: {} as Happening['chosen'], calledAt: time, returnedAt: Number.POSITIVE_INFINITY };
    const index = history.push(happening) - 1;
    begun.push(op);
    const response = await service.perform(op, happening.chosen, through).catch(() => undefined);
    time += 1;
    if (response && isDefinite(response)) history[index] = { ...happening, returnedAt: time, response };
    remember(op, happening.chosen, response);
  }

  function remember(op: Op, { tenantId, apiKey }: Happening['chosen'], response: ModelResponse | undefined): void {
    if (op.kind === 'act' && apiKey !== undefined) keys[op.partnerId]?.push(apiKey);
    const mayBeMade = response === undefined || response.status === 201 || !isDefinite(response);
    if (tenantId !== undefined && mayBeMade) lines.push({ tenantId, partnerId: Object.keys(keys)[0] ?? '' });
  }

  /** Schedules the commands of an operation. Only requests meet faults, because the operator's tools retry. */
  function meeting(op: Op, faults: readonly Fault[]): Through {
    const left = op.kind === 'request' ? [...faults] : [];
    return async (command, send) => {
      await scheduler.schedule(Promise.resolve(), command.constructor.name);
      const fault = left.shift();
      if (fault === 'notSent') throw new Error('The request was not sent');
      const response = await send();
      if (fault === 'responseLost') throw new Error('The response was lost');
      return response;
    };
  }

  return {
    history,
    lines,
    /** Starts an operation when the earlier operations of the same client have ended. */
    begin(client: number, draw: Draw, faults: readonly Fault[]): void {
      const before = queues[client] ?? Promise.resolve();
      queues[client] = before.then(() => {
        const op = meaningOf(draw, { state: begin, lines, keys, begun });
        return perform(op, meeting(op, faults));
      });
    },
    everybody: () => Promise.all(queues),
    /** Performs an operation after all clients have ended. */
    alone: (op: Op) => perform(op),
  };
}

/** How many operations each client has begun. */
export type Begun = number[];

/** Begins an operation of a client and does not wait for its end. */
export const atOnce = (client: number, draw: Draw, faults: readonly Fault[]): AsyncCommand<Begun, Crowd> => ({
  check: (begun) => (begun[client] ?? 0) < MOST_OPERATIONS,
  async run(begun, all) {
    begun[client] = (begun[client] ?? 0) + 1;
    all.begin(client, draw, faults);
  },
  toString: () => `${client}: ${JSON.stringify(draw)} ${faults.map(String).join(', ')}`,
});
