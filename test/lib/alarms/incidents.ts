import { every } from './course.ts';
import { account, api, dynamodb, lambda, type Minute, type Names, own, sqs, times, turnedAway } from './minutes.ts';

/** Something that goes wrong, and who must notice. */
export interface Incident {
  readonly what: string;
  /**
   * The alarms that notify somebody, without the stage's prefix: `incident-…` pages, any other is a ticket. A page can
   * come with further tickets, which nobody reads before the morning.
   */
  readonly notifies: readonly string[];
  /** The first notice arrives after at most this many minutes. */
  readonly withinMinutes: number;
  readonly lastsMinutes: number;
  readonly trouble: (minute: number) => Minute;
  /** What the service reports in the minutes after it. Minute 0 is the first. */
  readonly aftermath?: (minute: number) => Minute;
}

const nothing: Minute = [];
const PROBE_FAILS: Minute = [[own('ProbesFailed'), [1]]];
const silent = (metrics: readonly string[]): Minute => metrics.map((name) => [own(name), []] as const);
const NO_EVENTS = silent(['FirstAttempts', 'TimedFirstAttempts', 'DeliveryAttempts', 'WebhookDelivered']);
const NO_LATENESS = silent(['WakeUpLateness', 'DeliveryLatency']);

const responses = (count: number, { of4xx = 0, of5xx = 0 }): Minute => [
  [api('Count'), times(count, 1)],
  [api('4XXError'), [...times(of4xx, 1), ...times(count - of4xx, 0)]],
  [api('5XXError'), [...times(of5xx, 1), ...times(count - of5xx, 0)]],
];
const counted = (failing: number, active: number, minute: number): Minute =>
  every(5, minute, [
    [own('FailingPartners'), [failing]],
    [own('ActivePartners'), [active]],
  ]);

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

/** What waited is sent late: first by the relay, then by the sweep. */
const caughtUp = (minute: number): Minute =>
  minute < 5
    ? [
        [own('TimedFirstAttempts'), times(20, 1)],
        [own('LateFirstAttempts'), times(20, 1)],
        [own('WakeUpLateness'), times(20, 900_000)],
        [own('SweepRescued'), minute === 4 ? [20] : []],
      ]
    : nothing;

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

const ofEvents = (names: Names): Incident[] => [
  {
    what: 'the mapping of the main lane is disabled',
    notifies: ['incident-events'],
    withinMinutes: 5,
    lastsMinutes: 20,
    trouble: (minute) => [
      [sqs(names.main, 'ApproximateNumberOfMessagesVisible'), [10 * (minute + 1)]],
      [sqs(names.main, 'ApproximateAgeOfOldestMessage'), [60 * (minute + 1)]],
      [sqs(names.main, 'NumberOfMessagesDeleted'), [0]],
      ...NO_EVENTS,
      ...NO_LATENESS,
    ],
    aftermath: caughtUp,
  },
  {
    what: 'a new version of deliver-webhook fails for every delivery',
    notifies: ['incident-events', 'fault-deliver-webhook'],
    withinMinutes: 5,
    lastsMinutes: 20,
    trouble: () => [
      [own('UnhandledError', { function: 'deliver-webhook' }), times(5, 1)],
      ...NO_EVENTS,
      ...NO_LATENESS,
    ],
    aftermath: caughtUp,
  },
  {
    what: 'one delivery cannot be handled, and comes back for an hour',
    notifies: ['fault-deliver-webhook'],
    withinMinutes: 1,
    lastsMinutes: 60,
    trouble: (minute) => every(6, minute, [[own('UnhandledError', { function: 'deliver-webhook' }), [1]]]),
  },
  {
    what: 'KMS decrypts no signing secret',
    notifies: ['incident-events', 'secret-unavailable'],
    withinMinutes: 5,
    lastsMinutes: 20,
    trouble: () => [[own('SecretUnavailable'), times(3, 1)], ...NO_EVENTS, ...NO_LATENESS],
    aftermath: caughtUp,
  },
  {
    what: 'one signing secret could not be decrypted once',
    notifies: ['secret-unavailable'],
    withinMinutes: 1,
    lastsMinutes: 5,
    trouble: (minute) => (minute === 0 ? [[own('SecretUnavailable'), [1]]] : nothing),
  },
  {
    what: 'a message is left in a dead-letter queue',
    notifies: ['dead-letters'],
    withinMinutes: 1,
    lastsMinutes: 30,
    trouble: () => [[sqs(names.deadLetters, 'ApproximateNumberOfMessagesVisible'), [1]]],
  },
];

/** The receiver of a partner with 60 % of all events is out: its first attempts fail, and later its deliveries die. */
const largePartnerOut = (minute: number): Minute => [
  [own('FirstAttempts'), times(10, 1)],
  [own('FirstAttemptsFailed'), times(6, 1)],
  [own('TimedFirstAttempts'), times(4, 1)],
  ...counted(1, 12, minute),
  [own('WebhookExhausted'), minute >= 120 ? times(6, 1) : []],
  [own('WakeUpLateness'), times(10, 300)],
];

const ofReceivers: readonly Incident[] = [
  {
    what: 'the receiver of one large partner is out for three hours',
    notifies: ['partner-failing', 'first-attempts-failing', 'webhook-exhausted'],
    withinMinutes: 1,
    lastsMinutes: 180,
    trouble: largePartnerOut,
  },
  {
    what: 'the receivers of 20 % of the partners fail',
    notifies: ['incident-receivers', 'partner-failing'],
    withinMinutes: 5,
    lastsMinutes: 60,
    trouble: (minute) => counted(5, 25, minute),
  },
  {
    what: 'the receivers of all four partners fail, which are fewer than five',
    notifies: ['partner-failing'],
    withinMinutes: 1,
    lastsMinutes: 60,
    trouble: (minute) => counted(4, 4, minute),
  },
];
