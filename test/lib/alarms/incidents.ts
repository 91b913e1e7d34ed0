import { once } from './course.ts';
import { ofEvents, ofReceivers } from './event-incidents.ts';
import { caughtUp, type Incident, incident, NO_EVENTS, NO_LATENESS, silent } from './incident.ts';
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
  incident(
    'the table is out for 20 minutes of a working day',
    ['incident-api'],
    { within: 5, lasts: 20, aftermath: caughtUp },
    tableOut(names, 20),
  ),
  incident(
    'the table is out for 20 minutes of a night without any request',
    ['incident-api'],
    { within: 5, lasts: 20 },
    tableOut(names, 0),
  ),
  incident(
    'the API cannot be reached from outside, so no request arrives',
    ['incident-api'],
    { within: 5, lasts: 30 },
    () => [...responses(0, {}), ...PROBE_FAILS, [lambda('authorizer', 'Invocations'), []]],
  ),
  incident('the probe no longer runs', ['incident-api'], { within: 5, lasts: 30 }, () => silent(['ProbesFailed'])),
  incident(
    'every request fails, but there is only one in three minutes',
    ['incident-api'],
    { within: 15, lasts: 45 },
    (minute) => responses(minute % 3 === 0 ? 1 : 0, { of5xx: minute % 3 === 0 ? 1 : 0 }),
  ),
  incident('every API key is rejected with 401', ['incident-api'], { within: 5, lasts: 30 }, () => [
    ...responses(15, { of4xx: 15 }),
    [own('AuthFailed'), times(15, 1)],
    [own('InvalidKey'), times(15, 1)],
  ]),
  incident(
    'the throttle of the stage turns requests of all partners away',
    ['incident-api'],
    { within: 5, lasts: 30 },
    () => [...responses(1_000, { of4xx: 100 }), [turnedAway('RequestsThrottled'), times(100, 1)]],
  ),
  incident(
    'Lambda has no concurrency left, so every function is throttled',
    ['incident-api'],
    { within: 5, lasts: 30, aftermath: caughtUp },
    () => [
      ...responses(20, { of5xx: 20 }),
      ...PROBE_FAILS,
      ...names.functions.map((name): Minute[number] => [lambda(name, 'Throttles'), times(20, 1)]),
      [account('ClaimedAccountConcurrency'), [1_000]],
      ...silent(['CallsLookedUp', 'CallsRecorded']),
      ...NO_EVENTS,
      ...NO_LATENESS,
    ],
  ),
  incident('WAF blocks an address that sends too many requests', ['api-blocked'], { within: 5, lasts: 30 }, () => [
    ...responses(200, { of4xx: 180 }),
    [turnedAway('RequestsBlocked'), times(180, 1)],
  ]),
  incident(
    'an unusual share of the requests gets the 502 or 503 of the contract',
    ['api-expected-5xx'],
    { within: 15, lasts: 45 },
    () => [...responses(20, { of5xx: 3 }), [own('Expected5xx'), times(3, 1)]],
  ),
];

const ofCalls = (names: Names): Incident[] => [
  incident('calls are answered, but none is handed over any more', ['incident-calls'], { within: 32, lasts: 60 }, () =>
    silent(['CallsRecorded']),
  ),
  incident(
    'the voice platform hands over calls in a form that we refuse',
    ['incident-calls', 'calls-refused'],
    { within: 15, lasts: 60 },
    () => [
      [own('CallsRefused'), times(2, 1)],
      [own('CallsRecorded'), [1]],
    ],
  ),
  incident('one call is refused', ['calls-refused'], { within: 1, lasts: 5 }, (minute) =>
    once(minute, [[own('CallsRefused'), [1]]]),
  ),
  incident('record-call crashes for every call', ['incident-calls'], { within: 8, lasts: 30 }, () => [
    [lambda('record-call', 'Errors'), [1, 1]],
    ...silent(['CallsRecorded']),
  ]),
  incident('nothing reads the queue of calls', ['incident-calls'], { within: 7, lasts: 30 }, (minute) => [
    [sqs(names.intake, 'ApproximateNumberOfMessagesVisible'), [minute + 1]],
    [sqs(names.intake, 'ApproximateAgeOfOldestMessage'), [60 * (minute + 1)]],
    [sqs(names.intake, 'NumberOfMessagesDeleted'), [0]],
  ]),
];
