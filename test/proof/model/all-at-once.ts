import fc from 'fast-check';
import { SCOPES } from '../../../shared/contract/routes.ts';
import { ALWAYS, broken } from '../invariants.ts';
import { tableView } from '../table-view.ts';
import { atOnce, type Begun, CLIENTS, type Crowd, crowd, type Fault, MOST_OPERATIONS } from './crowd.ts';
import { draws } from './draws.ts';
import { isLinearizable, told } from './linearizable.ts';
import { type Course, courseFrom } from './one-after-another.ts';
import type { Op, Request } from './operations.ts';
import type { Place } from './places.ts';
import { type Service, serviceOn } from './service.ts';
import type { State } from './state.ts';
import { outcomes } from './step.ts';
import type { Hear } from './tally.ts';

type Wishes = Parameters<typeof draws>[1];

const ANYTHING: Wishes = {
  ...{ createLine: 4, repeatCreation: 2, terminate: 5, interruptedTermination: 1, getLine: 2, listAllLines: 2 },
  ...{ putAgent: 3, getAgent: 3, attachNumber: 4, releaseNumber: 3, connectStore: 2 },
  ...{ recordCall: 2, deleteCall: 1, listAllCalls: 1, putWebhook: 1, getWebhook: 1 },
  ...{ whoami: 1, suspend: 1, activate: 2, rotateKey: 1, rotateSecret: 1 },
};

const faults = fc.array(
  fc.nat(19).map((luck): Fault => (luck === 18 ? 'notSent' : luck === 19 ? 'responseLost' : undefined)),
  { maxLength: 8 },
);

/** Mostly operations on the webhook and its secret, so that PUTs and rotations run concurrently. */
const WEBHOOKS: Wishes = { putWebhook: 4, putBadWebhook: 1, getWebhook: 3, rotateSecret: 3, suspend: 1, activate: 1 };

/**
 * Four clients use one partner's lines concurrently, as the partner and as the operator. The property holds if the
 * responses are linearizable: for each operation there is a moment between its start and its end, and the contract
 * allows the responses in the order of these moments. The clock stands still, and lists have one page.
 */
export const allAtOnce = (newPlace: () => Promise<Place>, hear: Hear = () => undefined, wishes = ANYTHING) =>
  fc.asyncProperty(
    fc.commands(
      draws(1, wishes).map((arbitrary) =>
        fc.tuple(fc.nat(CLIENTS - 1), arbitrary, faults).map((drawn) => atOnce(...drawn)),
      ),
      { maxCommands: CLIENTS * MOST_OPERATIONS, size: 'max' },
    ),
    fc.scheduler(),
    async (commands, scheduler) => {
      const place = await newPlace();
      const service = serviceOn(place.table);
      const begin = await twoLines(service);
      const { keys } = courseFrom(begin);
      const all = crowd(service, begin, keys, scheduler);
      await fc.scheduledModelRun(scheduler, () => ({ model: [] as Begun, real: all }), commands);
      await scheduler.waitFor(all.everybody());
      await lookAround(all, keys);
      const wrong = broken(ALWAYS, tableView(await place.items()));
      if (!isLinearizable(begin, all.history))
        wrong.push('no order of the operations explains the responses by the contract');
      if (wrong.length > 0) throw new Error([...wrong, told(all.history)].join('\n'));
      for (const { op, response } of all.history) hear(op, response);
    },
  );

export const webhooksAtOnce = (newPlace: () => Promise<Place>, hear?: Hear) => allAtOnce(newPlace, hear, WEBHOOKS);

/** Creates a partner with two lines and a quota of three. */
async function twoLines(service: Service): Promise<State> {
  let state = await service.begin([{ scopes: SCOPES, quota: 3 }]);
  const apiKey = Object.values(state.partners)[0]?.apiKey ?? '';
  for (const externalId of ['shop-1', 'shop-2']) {
    const body = { name: 'Corner Cafe', region: 'ca', externalId, agent: { persona: 'Be kind.' } } as const;
    const op: Op = { kind: 'request', apiKey, tenantId: '', request: { do: 'createLine', body } };
    const chosen = {};
    await service.perform(op, chosen);
    state = outcomes(state, op, chosen)[0]?.state ?? state;
  }
  return state;
}

/** Reads everything at the end, so that the test notices a state that no order of the operations explains. */
async function lookAround(all: Crowd, keys: Course['keys']): Promise<void> {
  const [[partnerId, ofPartner] = ['', []]] = Object.entries(keys);
  await all.alone({ kind: 'act', partnerId, tenantId: '', act: { do: 'setState', to: 'active' } });
  const apiKey = ofPartner.at(-1) ?? '';
  const ask = (request: Request, tenantId = '') => all.alone({ kind: 'request', apiKey, tenantId, request });
  await ask({ do: 'listLines', limit: 200 });
  await ask({ do: 'getWebhook' });
  for (const { tenantId } of all.lines) {
    for (const name of ['getLine', 'getAgent'] as const) await ask({ do: name }, tenantId);
    await ask({ do: 'listCalls', limit: 200 }, tenantId);
  }
}
