import type { AsyncCommand } from 'fast-check';
import type { Draw } from './draws.ts';
import { meaningOf } from './meaning.ts';
import type { Chosen, Op } from './operations.ts';
import type { Service } from './service.ts';
import type { State } from './state.ts';
import { agrees, outcomes } from './step.ts';
import type { Hear } from './tally.ts';

/** The state of the model during a run. */
export interface Course {
  state: State;
  readonly begun: Op[];
  readonly keys: Record<string, string[]>;
  /** A line for each operation and its response. */
  readonly story: string[];
  readonly hear: Hear;
}

export const courseFrom = (state: State, hear: Hear = () => undefined): Course => ({
  state,
  begun: [],
  keys: Object.fromEntries(Object.values(state.partners).map(({ partnerId, apiKey }) => [partnerId, [apiKey]])),
  story: [],
  hear,
});

/** Performs one operation on the service and on the model, and compares the responses. */
export class InTurn implements AsyncCommand<Course, Service> {
  readonly #draw: Draw;

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  check(): boolean {
    return true;
  }

  async run(course: Course, service: Service): Promise<void> {
    const op = meaningOf(this.#draw, { ...course, lines: Object.values(course.state.lines) });
    const chosen: Chosen = {};
    const told = await service.perform(op, chosen);
    course.story.push(`${JSON.stringify(op)} -> ${JSON.stringify(told)}`);
    const allowed = outcomes(course.state, op, chosen);
    const outcome = allowed.find(({ response }) => agrees(response, told));
    if (!outcome) {
      const expected = allowed.map(({ response }) => JSON.stringify(response)).join(' or ');
      throw new Error(`The contract expects ${expected}:\n${course.story.join('\n')}`);
    }
    course.hear(op, told);
    course.state = outcome.state;
    course.begun.push(op);
    if (op.kind === 'act' && chosen.apiKey !== undefined) course.keys[op.partnerId]?.push(chosen.apiKey);
  }

  toString(): string {
    return JSON.stringify(this.#draw);
  }
}
