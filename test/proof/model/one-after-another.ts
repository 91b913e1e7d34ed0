import fc, { type AsyncCommand } from 'fast-check';
import { SCOPES } from '../../../shared/contract/routes.ts';
import { type Draw, draws } from './draws.ts';
import { meaningOf } from './meaning.ts';
import type { Chosen, Op } from './operations.ts';
import { type Place, wrongIn } from './places.ts';
import { type Service, serviceOn } from './service.ts';
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
const inTurn = (draw: Draw): AsyncCommand<Course, Service> => ({
  check: () => true,
  async run(course, service) {
    const op = meaningOf(draw, { ...course, lines: Object.values(course.state.lines) });
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
  },
  toString: () => JSON.stringify(draw),
});

/** A partner with a quota, one without, and one with a quota and fewer scopes. */
const PARTNERS = [
  { scopes: SCOPES, quota: 2 },
  { scopes: SCOPES },
  { scopes: ['tenants', 'calls'], quota: 1 },
] as const;

const WISHES = {
  ...{ createLine: 12, createBadLine: 2, repeatCreation: 3, terminate: 3, interruptedTermination: 2 },
  ...{ getLine: 2, listLines: 2, listAllLines: 1, nextPage: 3 },
  ...{ putAgent: 4, putBadAgent: 1, sendSettingsBack: 2, getAgent: 2 },
  ...{
    attachNumber: 4,
    releaseNumber: 2,
    connectStore: 1,
    recordCall: 6,
    deleteCall: 2,
    listCalls: 2,
    callsSince: 2,
    listAllCalls: 1,
  },
  ...{ putWebhook: 2, putBadWebhook: 1, getWebhook: 1, whoami: 1 },
  ...{ suspend: 1, activate: 3, rotateKey: 1, rotateSecret: 1, advanceClock: 3 },
};

/** Holds if the model allows every response and no invariant of the table is broken at the end. */
export const oneAfterAnother = (newPlace: () => Promise<Place>, hear?: Hear) =>
  fc.asyncProperty(
    fc.commands(
      draws(PARTNERS.length, WISHES).map((arbitrary) => arbitrary.map(inTurn)),
      { maxCommands: 60, size: 'max' },
    ),
    async (commands) => {
      const place = await newPlace();
      const service = serviceOn(place.table);
      const course = courseFrom(await service.begin(PARTNERS), hear);
      await fc.asyncModelRun(() => ({ model: course, real: service }), commands);
      const wrong = await wrongIn(place, course.state);
      if (wrong.length > 0) throw new Error([...wrong, ...course.story].join('\n'));
    },
  );
