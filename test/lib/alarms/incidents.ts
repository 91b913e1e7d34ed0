import { ofEvents, ofReceivers } from './event-incidents.ts';
import { caughtUp, type Incident, NO_EVENTS, NO_LATENESS, nothing, silent } from './incident.ts';
import { account, api, dynamodb, lambda, type Minute, type Names, own, sqs, times, turnedAway } from './minutes.ts';

const PROBE_FAILS: Minute = [[own('ProbesFailed'), [1]]];

const responses = (count: number, { of4xx = 0, of5xx = 0 }): Minute => [
  [api('Count'), times(count, 1)],
  [api('4XXError'), [...times(of4xx, 1), ...times(count - of4xx, 0)]],
  [api('5XXError'), [...times(of5xx, 1), ...times(count - of5xx, 0)]],
];

export const incidents = (names: Names): readonly Incident[] => [
  ...ofApi(names),
  ...ofCalls(names),
  ...ofEvents(names),
  ...ofReceivers,
];

/** No part of the service can read or write. Every function fails, and so does the probe. */
const tableOut =
  (names: Names, requestsEachMinute: number) =>
  (minute: number): Minute => [
    ...responses(requestsEachMinute + 1, { of5xx: requestsEachMinute + 1 }),
    ...PROBE_FAILS,
    [lambda('authorizer', 'Errors'), times(requestsEachMinute + 1, 1)],
    [lambda('line-for-call', 'Errors'), times(requestsEachMinute, 1)],
    [lambda('record-call', 'Errors'), times(Math.min(2, requestsEachMinute), 1)],
    [lambda('sweep', 'Errors'), minute % 5 === 0 ? [1] : []],
    [own('UnhandledError', { function: 'relay' }), times(requestsEachMinute, 1)],
    [own('UnhandledError', { function: 'deliver-webhook' }), times(requestsEachMinute, 1)],
    ...silent(['CallsLookedUp', 'CallsRecorded']),
    ...NO_EVENTS,
    ...NO_LATENESS,
    [dynamodb(names.table, 'SystemErrors', { Operation: 'GetItem' }), times(requestsEachMinute, 1)],
  ];

const ofApi = (names: Names): Incident[] => [
  {
    what: 'the table is out for 20 minutes of a working day',
    notifies: ['incident-api'],
    withinMinutes: 5,
    lastsMinutes: 20,
    trouble: tableOut(names, 20),
    aftermath: caughtUp,
  },
  {
    what: 'the table is out for 20 minutes of a night without any request',
    notifies: ['incident-api'],
    withinMinutes: 5,
    lastsMinutes: 20,
    trouble: tableOut(names, 0),
  },
  {
    what: 'the API cannot be reached from outside, so no request arrives',
    notifies: ['incident-api'],
    withinMinutes: 5,
    lastsMinutes: 30,
    trouble: () => [...responses(0, {}), ...PROBE_FAILS, [lambda('authorizer', 'Invocations'), []]],
  },
  {
    what: 'the probe no longer runs',
    notifies: ['incident-api'],
    withinMinutes: 5,
    lastsMinutes: 30,
    trouble: () => silent(['ProbesFailed']),
  },
  {
    what: 'every request fails, but there is only one in three minutes',
    notifies: ['incident-api'],
    withinMinutes: 15,
    lastsMinutes: 45,
    trouble: (minute) => responses(minute % 3 === 0 ? 1 : 0, { of5xx: minute % 3 === 0 ? 1 : 0 }),
  },
  {
    what: 'every API key is rejected with 401',
    notifies: ['incident-api'],
    withinMinutes: 5,
    lastsMinutes: 30,
    trouble: () => [
      ...responses(15, { of4xx: 15 }),
      [own('AuthFailed'), times(15, 1)],
      [own('InvalidKey'), times(15, 1)],
    ],
  },
  {
    what: 'the throttle of the stage turns requests of all partners away',
    notifies: ['incident-api'],
    withinMinutes: 5,
    lastsMinutes: 30,
    trouble: () => [...responses(1_000, { of4xx: 100 }), [turnedAway('RequestsThrottled'), times(100, 1)]],
  },
  {
    what: 'Lambda has no concurrency left, so every function is throttled',
    notifies: ['incident-api'],
    withinMinutes: 5,
    lastsMinutes: 30,
    trouble: () => [
      ...responses(20, { of5xx: 20 }),
      ...PROBE_FAILS,
      ...names.functions.map((name): Minute[number] => [lambda(name, 'Throttles'), times(20, 1)]),
      [account('ClaimedAccountConcurrency'), [1_000]],
      ...silent(['CallsLookedUp', 'CallsRecorded']),
      ...NO_EVENTS,
      ...NO_LATENESS,
    ],
    aftermath: caughtUp,
  },
  {
    what: 'WAF blocks an address that sends too many requests',
    notifies: ['api-blocked'],
    withinMinutes: 5,
    lastsMinutes: 30,
    trouble: () => [...responses(200, { of4xx: 180 }), [turnedAway('RequestsBlocked'), times(180, 1)]],
  },
  {
    what: 'an unusual share of the requests gets the 502 or 503 of the contract',
    notifies: ['api-expected-5xx'],
    withinMinutes: 15,
    lastsMinutes: 45,
    trouble: () => [...responses(20, { of5xx: 3 }), [own('Expected5xx'), times(3, 1)]],
  },
];

const ofCalls = (names: Names): Incident[] => [
  {
    what: 'calls are answered, but none is handed over any more',
    notifies: ['incident-calls'],
    withinMinutes: 32,
    lastsMinutes: 60,
    trouble: () => silent(['CallsRecorded']),
  },
  {
    what: 'the voice platform hands over calls in a form that we refuse',
    notifies: ['incident-calls', 'calls-refused'],
    withinMinutes: 15,
    lastsMinutes: 60,
    trouble: () => [
      [own('CallsRefused'), times(2, 1)],
      [own('CallsRecorded'), [1]],
    ],
  },
  {
    what: 'one call is refused',
    notifies: ['calls-refused'],
    withinMinutes: 1,
    lastsMinutes: 5,
    trouble: (minute) => (minute === 0 ? [[own('CallsRefused'), [1]]] : nothing),
  },
  {
    what: 'record-call crashes for every call',
    notifies: ['incident-calls'],
    withinMinutes: 8,
    lastsMinutes: 30,
    trouble: () => [[lambda('record-call', 'Errors'), [1, 1]], ...silent(['CallsRecorded'])],
  },
  {
    what: 'nothing reads the queue of calls',
    notifies: ['incident-calls'],
    withinMinutes: 7,
    lastsMinutes: 30,
    trouble: (minute) => [
      [sqs(names.intake, 'ApproximateNumberOfMessagesVisible'), [minute + 1]],
      [sqs(names.intake, 'ApproximateAgeOfOldestMessage'), [60 * (minute + 1)]],
      [sqs(names.intake, 'NumberOfMessagesDeleted'), [0]],
    ],
  },
];
