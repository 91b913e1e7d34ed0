import { account, api, dynamodb, lambda, type Minute, type Names, own, sqs, times } from './minutes.ts';

/** What happens to the service, minute by minute from the first one of the trouble, and what its alarm makes of it. */
export interface Course {
  readonly trouble: (minute: number) => Minute;
  /** The alarm is raised when so many minutes of it are over, and not before. */
  readonly raisedAfter: number;
  /** When so many ordinary minutes have followed the alarm is over, and not before. */
  readonly overAfter: number;
  /** As bad as it may get without an alarm. */
  readonly spared: (minute: number) => Minute;
}

const every = (minutes: number, minute: number, reported: Minute): Minute => (minute % minutes === 0 ? reported : []);
const once = (minute: number, reported: Minute): Minute => (minute === 0 ? reported : []);

/** Course by the alarm's name after the stage's prefix. */
export const courses = (names: Names): Readonly<Record<string, Course>> => ({
  ...apiCourses,
  ...deliveryCourses,
  ...queueCourses(names),
  ...tableCourses(names),
  ...Object.assign({}, ...names.functions.map(functionCourses)),
  'account-concurrency': {
    trouble: () => [[account('ClaimedAccountConcurrency'), [800]]],
    raisedAfter: 10,
    overAfter: 1,
    spared: () => [[account('ClaimedAccountConcurrency'), [799]]],
  },
});

const apiCourses: Record<string, Course> = {
  'api-5xx': {
    trouble: () => [[api('5XXError'), [1, 1, 1, 0, 0]]],
    raisedAfter: 2,
    overAfter: 2,
    // The contract's own 502 and 503, however many, and two faults beside them.
    spared: () => [
      [api('5XXError'), times(15, 1)],
      [own('Expected5xx'), times(13, 1)],
    ],
  },
  'api-5xx-share': {
    // One of twelve in a minute: too few to be counted, but one in twelve.
    trouble: () => [
      [api('Count'), times(12, 1)],
      [api('5XXError'), [1]],
    ],
    raisedAfter: 9,
    overAfter: 2,
    spared: () => [
      [api('Count'), times(21, 1)],
      [api('5XXError'), [1]],
    ],
  },
  'api-latency': {
    trouble: () => [[api('Latency'), [...times(17, 120), ...times(3, 2_500)]]],
    raisedAfter: 5,
    overAfter: 1,
    // Nine in ten are fast enough.
    spared: () => [[api('Latency'), [...times(18, 120), ...times(2, 30_000)]]],
  },
  'auth-failed': {
    trouble: () => [[own('AuthFailed'), times(40, 1)]],
    raisedAfter: 10,
    overAfter: 1,
    spared: () => [[own('AuthFailed'), times(39, 1)]],
  },
  'rate-limited': {
    trouble: () => [[own('RateLimited'), times(60, 1)]],
    raisedAfter: 15,
    overAfter: 1,
    spared: () => [[own('RateLimited'), times(59, 1)]],
  },
  'release-unfinished': {
    trouble: () => [[own('ReleaseUnfinished'), [1]]],
    raisedAfter: 3,
    overAfter: 58,
    spared: (minute) => every(30, minute, [[own('ReleaseUnfinished'), [1]]]),
  },
  'carrier-release-failed': {
    trouble: () => [[own('CarrierReleaseFailed'), [1]]],
    raisedAfter: 1,
    overAfter: 24 * 60,
    spared: () => [[own('Expected5xx'), [1]]],
  },
};

const deliveryCourses: Record<string, Course> = {
  'webhook-exhausted': {
    trouble: () => [[own('WebhookExhausted'), [1]]],
    raisedAfter: 1,
    overAfter: 5,
    // Partners refuse and are skipped for reasons of their own.
    spared: () => [
      [own('WebhookRefused'), times(30, 1)],
      [own('WebhookSkipped'), times(30, 1)],
    ],
  },
  'webhook-exhausted-many': {
    trouble: () => [[own('WebhookExhausted'), times(4, 1)]],
    raisedAfter: 5,
    overAfter: 1,
    spared: (minute) => every(5, minute, [[own('WebhookExhausted'), times(19, 1)]]),
  },
  'first-attempts-failing': {
    trouble: () => [
      [own('FirstAttempts'), times(4, 1)],
      [own('FirstAttemptsFailed'), times(2, 1)],
    ],
    raisedAfter: 30,
    overAfter: 1,
    spared: () => [
      [own('FirstAttempts'), times(9, 1)],
      [own('FirstAttemptsFailed'), times(4, 1)],
    ],
  },
  'webhook-blocked-address': {
    trouble: () => [[own('WebhookBlockedAddress'), [1]]],
    raisedAfter: 1,
    overAfter: 5,
    spared: () => [[own('FirstAttemptsFailed'), [1]]],
  },
  'wake-up-lateness': {
    trouble: () => [[own('WakeUpLateness'), [120_000]]],
    raisedAfter: 11,
    overAfter: 5,
    spared: () => [
      [own('WakeUpLateness'), [...times(9, 119_999), 900_000]],
      // Partners that hang wait for each other.
      [own('SlowLaneLateness'), [3_600_000]],
    ],
  },
  'delivery-latency': {
    trouble: () => [[own('DeliveryLatency'), [120_000]]],
    raisedAfter: 11,
    overAfter: 5,
    spared: () => [[own('DeliveryLatency'), [...times(19, 119_999), 900_000]]],
  },
  'sweep-rescued': {
    trouble: (minute) => every(5, minute, [[own('SweepRescued'), [5]]]),
    raisedAfter: 6,
    overAfter: 10,
    spared: (minute) => every(5, minute, [[own('SweepRescued'), [3]]]),
  },
  'sweep-silent': {
    trouble: () => [[lambda('sweep', 'Invocations'), []]],
    raisedAfter: 26,
    overAfter: 5,
    spared: (minute) => [[lambda('sweep', 'Invocations'), minute % 15 === 0 ? [1] : []]],
  },
  'relay-lag': {
    trouble: () => [[lambda('relay', 'IteratorAge'), [100, 60_000]]],
    raisedAfter: 5,
    overAfter: 1,
    spared: () => [[lambda('relay', 'IteratorAge'), [59_999]]],
  },
  'relay-far-behind': {
    trouble: () => [[lambda('relay', 'IteratorAge'), [900_000]]],
    raisedAfter: 1,
    overAfter: 1,
    spared: () => [[lambda('relay', 'IteratorAge'), [899_999]]],
  },
  'secret-unavailable': {
    trouble: () => [[own('SecretUnavailable'), [1]]],
    raisedAfter: 1,
    overAfter: 5,
    spared: () => [[own('FirstAttemptsFailed'), [1]]],
  },
};

const queueCourses = ({ main, slow, deadLetters, relayFailures }: Names): Record<string, Course> => ({
  ...laneCourses('main', main, { age: 30 * 60, waiting: 1_000 }),
  ...laneCourses('slow', slow, { age: 60 * 60, waiting: 5_000 }),
  ...failureCourses('dead-letters', deadLetters),
  ...failureCourses('relay-failures', relayFailures),
});

const laneCourses = (lane: string, queue: string, most: { age: number; waiting: number }): Record<string, Course> => ({
  [`no-consumption-${lane}`]: {
    trouble: () => [
      [sqs(queue, 'ApproximateNumberOfMessagesVisible'), [3]],
      [sqs(queue, 'NumberOfMessagesDeleted'), []],
    ],
    raisedAfter: 5,
    overAfter: 1,
    // One wake-up in five minutes shows that somebody takes them.
    spared: (minute) => [
      [sqs(queue, 'ApproximateNumberOfMessagesVisible'), [900]],
      [sqs(queue, 'NumberOfMessagesDeleted'), minute % 5 === 4 ? [1] : [0]],
    ],
  },
  [`queue-age-${lane}`]: gauge(sqs(queue, 'ApproximateAgeOfOldestMessage'), most.age, { raisedAfter: 3, overAfter: 1 }),
  [`backlog-${lane}`]: gauge(sqs(queue, 'ApproximateNumberOfMessagesVisible'), most.waiting, {
    raisedAfter: 11,
    overAfter: 5,
  }),
  [`in-flight-${lane}`]: gauge(sqs(queue, 'ApproximateNumberOfMessagesNotVisible'), 90_000, {
    raisedAfter: 1,
    overAfter: 5,
  }),
});

const THREE_DAYS_SECONDS = 259_200;

const failureCourses = (id: string, queue: string): Record<string, Course> => ({
  [id]: gauge(sqs(queue, 'ApproximateNumberOfMessagesVisible'), 1, { raisedAfter: 1, overAfter: 1 }),
  [`${id}-age`]: gauge(sqs(queue, 'ApproximateAgeOfOldestMessage'), THREE_DAYS_SECONDS, {
    raisedAfter: 1,
    overAfter: 5,
  }),
});

/** Something measured stands at a value, or just below it. */
const gauge = (
  metric: ReturnType<typeof sqs>,
  value: number,
  about: Pick<Course, 'raisedAfter' | 'overAfter'>,
): Course => ({
  trouble: () => [[metric, [value]]],
  spared: () => [[metric, [value - 1]]],
  ...about,
});

const tableCourses = ({ table }: Names): Record<string, Course> => ({
  'table-throttled': {
    trouble: () => [[dynamodb(table, 'ReadThrottleEvents', { GlobalSecondaryIndexName: 'due' }), [1]]],
    raisedAfter: 5,
    overAfter: 3,
    spared: (minute) => (minute % 7 < 4 ? [[dynamodb(table, 'WriteThrottleEvents'), [50]]] : []),
  },
  'table-system-errors': {
    trouble: () => [
      [dynamodb(table, 'SystemErrors', { Operation: 'Query' }), [1]],
      [dynamodb(table, 'SystemErrors', { Operation: 'TransactWriteItems' }), [1, 1]],
    ],
    raisedAfter: 3,
    overAfter: 3,
    spared: () => [[dynamodb(table, 'SystemErrors', { Operation: 'GetItem' }), [1, 1]]],
  },
  'table-conflicts': {
    trouble: () => [[dynamodb(table, 'TransactionConflict'), times(4, 1)]],
    raisedAfter: 10,
    overAfter: 1,
    spared: (minute) => every(5, minute, [[dynamodb(table, 'TransactionConflict'), times(19, 1)]]),
  },
});

/** Four fifths of what the function has; a sweep leaves ten seconds of its two minutes by itself. */
const TOO_LONG_MS: Readonly<Record<string, number>> = {
  authorizer: 4_000,
  relay: 24_000,
  'deliver-webhook': 24_000,
  sweep: 115_000,
};
const TOO_LONG_FOR_OTHERS_MS = 12_000;

const functionCourses = (name: string): Record<string, Course> => {
  const tooLongMs = TOO_LONG_MS[name] ?? TOO_LONG_FOR_OTHERS_MS;
  const isFirstInLine = name === 'authorizer' || name === 'relay';
  return {
    [`fault-${name}`]: {
      trouble: () => [[own('UnhandledError', { function: name }), [1]]],
      raisedAfter: 1,
      overAfter: 5,
      spared: () => [[own('UnhandledError', { function: 'another' }), [1]]],
    },
    [`errors-${name}`]: name === 'sweep' || name === 'record-call' ? rareFailures(name) : manyFailures(name),
    [`throttles-${name}`]: {
      trouble: () => [[lambda(name, 'Throttles'), [1]]],
      raisedAfter: isFirstInLine ? 2 : 5,
      overAfter: 1,
      spared: (minute) => [[lambda(name, 'Throttles'), minute % (isFirstInLine ? 2 : 5) === 0 ? [0] : [9]]],
    },
    [`duration-${name}`]: {
      trouble: () => [[lambda(name, 'Duration'), [tooLongMs]]],
      raisedAfter: 11,
      overAfter: 5,
      spared: () => [[lambda(name, 'Duration'), [tooLongMs - 1]]],
    },
  };
};

const manyFailures = (name: string): Course => ({
  trouble: () => [[lambda(name, 'Errors'), [1, 1, 1, 0]]],
  raisedAfter: 2,
  overAfter: 2,
  spared: () => [[lambda(name, 'Errors'), [1, 1, 0, 0]]],
});

/** Two runs in a row fail, five minutes apart; or one alone. */
const rareFailures = (name: string): Course => ({
  trouble: (minute) => every(5, minute, [[lambda(name, 'Errors'), [1]]]),
  raisedAfter: 6,
  overAfter: 10,
  spared: (minute) => once(minute, [[lambda(name, 'Errors'), [1]]]),
});
