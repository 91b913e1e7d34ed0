import fc from 'fast-check';
import { SCOPES } from '../../../shared/contract/routes.ts';
import { draws } from './draws.ts';
import { courseFrom, InTurn } from './in-turn.ts';
import { type Place, wrongIn } from './places.ts';
import { serviceOn } from './service.ts';
import type { Hear } from './tally.ts';

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
      draws(PARTNERS.length, WISHES).map((arbitrary) => arbitrary.map((draw) => new InTurn(draw))),
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
