import type { AsyncCommand, Scheduler } from 'fast-check';
import type { Draw } from './draws.ts';
import type { Happening } from './linearizable.ts';
import { type Known, meaningOf } from './meaning.ts';
import type { ModelResponse, Op } from './operations.ts';
import type { Service, Through } from './service.ts';
import type { State } from './state.ts';

export const CLIENTS = 4;
export const MOST_OPERATIONS = 8;

/** What becomes of a command to the table, if not what should. */
export type Fault = 'notSent' | 'responseLost' | undefined;

/** Whether the answer says what became of the request. 502 is a refusal of the contract. */
const isDefinite = ({ status }: ModelResponse) => typeof status !== 'number' || status < 500 || status === 502;

export type Crowd = ReturnType<typeof crowd>;

/** Several who ask at once, each of them one thing after another; their commands to the table meet in any order. */
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

  /** The operator has tools that repeat; a partner's request meets what it meets. */
  function meeting(op: Op, faults: readonly Fault[]): Through {
    const left = op.kind === 'request' ? [...faults] : [];
    return async (command, send) => {
      await scheduler.schedule(Promise.resolve(), command.constructor.name);
      const fault = left.shift();
      if (fault === 'notSent') throw new Error('Nothing was sent');
      const response = await send();
      if (fault === 'responseLost') throw new Error('The answer was lost');
      return response;
    };
  }

  return {
    history,
    lines,
    /** Lets a client do something when it has done what came before. */
    begin(client: number, draw: Draw, faults: readonly Fault[]): void {
      const before = queues[client] ?? Promise.resolve();
      queues[client] = before.then(() => {
        const op = meaningOf(draw, { state: begin, lines, keys, begun });
        return perform(op, meeting(op, faults));
      });
    },
    everybody: () => Promise.all(queues),
    /** When nobody else is there any more. */
    alone: (op: Op) => perform(op),
  };
}

/** How many operations each client has begun. */
export type Begun = number[];

/** A client begins something and does not wait for what comes of it. */
export class AtOnce implements AsyncCommand<Begun, Crowd> {
  readonly #client: number;
  readonly #draw: Draw;
  readonly #faults: readonly Fault[];

  constructor(client: number, draw: Draw, faults: readonly Fault[]) {
    this.#client = client;
    this.#draw = draw;
    this.#faults = faults;
  }

  check(begun: Readonly<Begun>): boolean {
    return (begun[this.#client] ?? 0) < MOST_OPERATIONS;
  }

  async run(begun: Begun, all: Crowd): Promise<void> {
    begun[this.#client] = (begun[this.#client] ?? 0) + 1;
    all.begin(this.#client, this.#draw, this.#faults);
  }

  toString(): string {
    return `${this.#client}: ${JSON.stringify(this.#draw)} ${this.#faults.map(String).join(', ')}`;
  }
}
