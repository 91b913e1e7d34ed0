import fc from 'fast-check';
import type { Act, LineBody, Request, Settings } from './operations.ts';
import { BAD_PERSONAS } from './settings.ts';

/**
 * An operation that was drawn before the run. Its numbers stand for partners, lines and cursors that do not exist yet.
 * During the run, `meaningOf` chooses a partner, line or cursor for each number.
 */
export interface Draw {
  readonly partner: number;
  readonly line: number;
  /** Whether the line must be one of the partner's own (true in nine of ten draws). If false, it may be any line. */
  readonly isOwn: boolean;
  readonly hasOldKey: boolean;
  readonly wish: Wish;
}

export type Wish =
  | Request
  | Act
  /** PUT sends the response of GET back unchanged. */
  | { readonly do: 'sendSettingsBack' }
  | { readonly do: 'repeatCreation' | 'nextPage'; readonly nth: number }
  /** Lists calls from the time at which a call was stored, or from just after that time. */
  | { readonly do: 'callsSince'; readonly nth: number; readonly plusMs: number };

const one = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const some = <T>(...values: T[]): fc.Arbitrary<T | undefined> => fc.option(one(...values), { nil: undefined });
const always = (wish: Wish): fc.Arbitrary<Wish> => fc.constant(wish);
const nth = fc.nat(9);

const PATCHES: readonly Settings[] = [
  { greeting: '안녕하세요!', persona: 'Be brief and kind.' },
  { persona: '항상 존댓말을 사용해 주세요.', tone: ['warm', 'calm'] },
  { tone: [] },
  { businessHours: { mode: 'custom', timezone: 'Asia/Seoul', schedule: { mon: { enabled: false } } } },
  { businessHours: null, transfer: { type: 'take_message' } },
  { summaryRecipients: [{ email: 'owner@cafe.kr', keywords: ['refund'] }] },
  {},
];
const BAD_PATCHES: readonly Settings[] = [
  { summaryRecipients: [] },
  ...Object.keys(BAD_PERSONAS).map((persona) => ({ persona })),
];
const MORE_ABOUT_CALLS: readonly object[] = [
  {},
  { title: 'Table', durationSecs: 61, callType: 'phone', callerNumber: '+82 10-1234-5678', topics: ['table'] },
  { resolution: 'Booked', sentiment: 'positive', transferred: true, transferTo: 'front desk' },
];

const body = fc
  .tuple(one('Corner Cafe', '모퉁이 카페'), one('shop-1', 'shop-2', 'shop#3', 'shop-4'), one(...PATCHES))
  .map(
    ([name, externalId, agent]): LineBody => ({
      name,
      region: name === 'Corner Cafe' ? 'ca' : 'kr',
      externalId,
      agent,
    }),
  );
const key = some('k-1', 'k-2');
const call = fc
  .record({
    callId: one('call-1', 'call-2', 'call-3', 'call#4', 'call-5', 'call-6'),
    summary: one('Asked for a table.', '환불을 원합니다.'),
    more: one(...MORE_ABOUT_CALLS),
  })
  .map(({ callId, summary, more }) => ({ ...more, callId, summary }));

const cursor = some(0, 1, 99);
const WISHES = {
  createLine: fc.record({ body, key }).map((drawn): Wish => ({ do: 'createLine', ...drawn })),
  createBadLine: fc
    .tuple(body, some('k-1', 'two words'), one({ name: ' ' }, {}, { agent: BAD_PATCHES[0] ?? {} }))
    .map(([good, drawn, bad]): Wish => ({ do: 'createLine', key: drawn, body: { ...good, ...bad } })),
  repeatCreation: nth.map((drawn): Wish => ({ do: 'repeatCreation', nth: drawn })),
  terminate: fc.boolean().map((purge): Wish => ({ do: 'terminate', purge })),
  interruptedTermination: fc.boolean().map((purge): Wish => ({ do: 'terminate', purge, interrupted: true })),
  whoami: always({ do: 'whoami' }),
  getLine: always({ do: 'getLine' }),
  getAgent: always({ do: 'getAgent' }),
  getWebhook: always({ do: 'getWebhook' }),
  listLines: fc.record({ limit: one(1, 2, 50, 200, 0), cursor }).map((drawn): Wish => ({ do: 'listLines', ...drawn })),
  listAllLines: always({ do: 'listLines', limit: 200 }),
  listCalls: fc.record({ limit: one(1, 2, 50, 201), cursor }).map((drawn): Wish => ({ do: 'listCalls', ...drawn })),
  listAllCalls: always({ do: 'listCalls', limit: 200 }),
  nextPage: nth.map((drawn): Wish => ({ do: 'nextPage', nth: drawn })),
  callsSince: fc.record({ nth, plusMs: one(0, 1) }).map((drawn): Wish => ({ do: 'callsSince', ...drawn })),
  putAgent: one(...PATCHES).map((patch): Wish => ({ do: 'putAgent', patch })),
  putBadAgent: one(...BAD_PATCHES).map((patch): Wish => ({ do: 'putAgent', patch })),
  sendSettingsBack: always({ do: 'sendSettingsBack' }),
  putWebhook: one('https://hooks.cafe.kr/in', 'https://cafe.ca/hook').map((url): Wish => ({ do: 'putWebhook', url })),
  putBadWebhook: one<Wish>(
    { do: 'putWebhook', url: 'http://cafe.ca/hook' },
    { do: 'putWebhook', url: 'https://localhost/hook', events: ['call.completed'] },
    { do: 'putWebhook', url: 'https://cafe.ca/hook', events: ['call.completed', 'call.started'] },
    { do: 'putWebhook', url: 'https://cafe.ca/hook', events: [] },
  ),
  attachNumber: one('+14165550001', '+14165550002').map((number): Wish => ({ do: 'attachNumber', number })),
  releaseNumber: always({ do: 'releaseNumber' }),
  connectStore: fc.boolean().map((connected): Wish => ({ do: 'connectStore', connected })),
  recordCall: call.map((told): Wish => ({ do: 'recordCall', call: told })),
  deleteCall: call.map(({ callId }): Wish => ({ do: 'deleteCall', callId })),
  suspend: always({ do: 'setState', to: 'suspended' }),
  activate: always({ do: 'setState', to: 'active' }),
  rotateKey: always({ do: 'rotateKey' }),
  rotateSecret: always({ do: 'rotateSecret' }),
  advanceClock: one(1, 1, 60_000, 3_600_000, 90_000_000).map((byMs): Wish => ({ do: 'advanceClock', byMs })),
};
type WishName = keyof typeof WISHES;

/** Returns arbitraries for `fc.commands`. A wish with weight n is in the list n times, so it is drawn more often. */
export const draws = (partners: number, weights: Partial<Record<WishName, number>>): fc.Arbitrary<Draw>[] =>
  Object.entries(weights).flatMap(([name, weight]) => {
    const wish = Object.entries(WISHES).find(([candidate]) => candidate === name)?.[1] ?? always({ do: 'whoami' });
    return Array.from({ length: weight }, () =>
      fc.record({
        // The first partners are drawn more often.
        partner: fc.tuple(fc.nat(partners - 1), fc.nat(partners - 1)).map(([first, second]) => Math.min(first, second)),
        line: nth,
        isOwn: fc.nat(9).map((luck) => luck < 9),
        hasOldKey: fc.nat(19).map((luck) => luck === 19),
        wish,
      }),
    );
  });
