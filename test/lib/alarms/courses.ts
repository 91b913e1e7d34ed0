import { type Course, every } from './course.ts';
import { functionCourses } from './function-courses.ts';
import { account, api, lambda, type Names, own, times, turnedAway } from './minutes.ts';
import { objectiveCourses } from './objective-courses.ts';
import { queueCourses, tableCourses } from './queue-and-table-courses.ts';
import { voicePlatformCourses } from './voice-platform-courses.ts';

/** Courses by the name of their alarm without the stage's prefix. */
export const courses = (names: Names): Readonly<Record<string, Course>> => ({
  ...apiCourses,
  ...voicePlatformCourses(names),
  ...deliveryCourses,
  ...objectiveCourses,
  ...queueCourses(names),
  ...tableCourses(names),
  ...Object.assign({}, ...names.functions.map(functionCourses)),
  'account-concurrency': {
    // The alarm is raised at 800, because the local evaluation assumes a quota of 1,000.
    trouble: () => [[account('ClaimedAccountConcurrency'), [800]]],
    raisedAfter: 10,
    overAfter: 1,
    spared: () => [[account('ClaimedAccountConcurrency'), [799]]],
  },
});

const apiCourses: Record<string, Course> = {
  'api-unreachable': {
    trouble: () => [[own('ProbesFailed'), [1]]],
    raisedAfter: 2,
    overAfter: 2,
    // Of three probes, one fails, or one is missing.
    spared: (minute) => [[own('ProbesFailed'), minute < 30 ? [minute % 3 === 0 ? 1 : 0] : minute % 3 === 0 ? [] : [0]]],
  },
  'api-5xx': {
    trouble: () => [[api('5XXError'), [1, 1, 1, 0, 0]]],
    raisedAfter: 2,
    overAfter: 2,
    // The alarm ignores any number of 502 and 503 responses that the contract describes. Two faults are too few for it.
    spared: () => [
      [api('5XXError'), times(15, 1)],
      [own('Expected5xx'), times(13, 1)],
    ],
  },
  'api-5xx-share': {
    // One failure in a minute is too few for the count, but one request in twelve is enough for the share.
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
  'api-all-failing': {
    trouble: (minute) => [
      [api('Count'), minute % 3 === 0 ? [1] : []],
      [api('4XXError'), minute % 3 === 0 ? [0] : []],
      [api('5XXError'), minute % 3 === 0 ? [1] : []],
    ],
    // The last request that succeeded must be a quarter of an hour old.
    raisedAfter: 15,
    overAfter: 1,
    // One of all requests succeeds.
    spared: (minute) => [
      [api('Count'), minute % 3 === 0 ? [1] : []],
      [api('4XXError'), minute % 3 === 0 ? [0] : []],
      [api('5XXError'), minute % 3 === 0 ? [minute % 15 === 0 ? 0 : 1] : []],
    ],
  },
  'api-expected-5xx': {
    trouble: () => [
      [api('5XXError'), [1]],
      [own('Expected5xx'), [1]],
    ],
    // The ordinary minutes before have no 502, and 20 requests each.
    raisedAfter: 15,
    overAfter: 1,
    // Ten of 300 requests in a quarter of an hour, and later nine of nine.
    spared: (minute) => {
      if (minute < 30) return [[own('Expected5xx'), minute % 3 === 0 ? [] : [1]]];
      const few = minute >= 45 && minute % 5 === 0 ? times(3, 1) : [];
      return [
        [api('Count'), few],
        [own('Expected5xx'), few],
      ];
    },
  },
  'keys-rejected': {
    trouble: () => [
      [api('Count'), times(11, 1)],
      [api('4XXError'), times(11, 1)],
      [own('InvalidKey'), times(11, 1)],
    ],
    raisedAfter: 5,
    overAfter: 1,
    // One request succeeds, and then there are too few besides those of the probe.
    spared: (minute) =>
      minute < 30
        ? [
            [api('4XXError'), [...times(19, 1), 0]],
            [own('InvalidKey'), times(19, 1)],
          ]
        : [
            [api('Count'), times(10, 1)],
            [api('4XXError'), times(10, 1)],
            [own('InvalidKey'), times(10, 1)],
          ],
  },
  'api-throttled': {
    trouble: () => [[turnedAway('RequestsThrottled'), times(20, 1)]],
    raisedAfter: 2,
    overAfter: 2,
    spared: () => [[turnedAway('RequestsThrottled'), times(19, 1)]],
  },
  'api-blocked': {
    trouble: () => [[turnedAway('RequestsBlocked'), times(20, 1)]],
    raisedAfter: 5,
    overAfter: 1,
    spared: () => [[turnedAway('RequestsBlocked'), times(19, 1)]],
  },
  'api-latency': {
    trouble: () => [[api('Latency'), [...times(17, 120), ...times(3, 2_500)]]],
    raisedAfter: 5,
    overAfter: 1,
    // 90 % are fast enough.
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

/** Every sweep counts the partners, also within one period. */
const counted = (failing: number, active: number) => (minute: number) =>
  every(5, minute, [
    [own('FailingPartners'), times(2, failing)],
    [own('ActivePartners'), times(2, active)],
  ]);

const deliveryCourses: Record<string, Course> = {
  'partner-failing': {
    trouble: counted(1, 400),
    raisedAfter: 1,
    overAfter: 10,
    // Attempts fail before their partner is failing.
    spared: () => [[own('FirstAttemptsFailed'), times(3, 1)]],
  },
  'many-partners-failing': {
    trouble: counted(5, 25),
    raisedAfter: 1,
    overAfter: 10,
    // Four of four partners are too few, and five of 26 are less than 20 %.
    spared: (minute) => (minute < 30 ? counted(4, 4) : counted(5, 26))(minute),
  },
  'webhook-exhausted': {
    trouble: () => [[own('WebhookExhausted'), [1]]],
    raisedAfter: 1,
    overAfter: 5,
    // These outcomes have reasons on the partner's side.
    spared: () => [
      [own('WebhookRefused'), times(30, 1)],
      [own('WebhookSkipped'), times(30, 1)],
    ],
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
      // In the slow lane, deliveries wait for other slow ones.
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
  'wake-ups-dropped': {
    trouble: () => [[own('WakeUpsDropped'), [1]]],
    raisedAfter: 1,
    overAfter: 15,
    spared: () => [[own('SweepRescued'), [1]]],
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
    trouble: (minute) => every(10, minute, [[own('SecretUnavailable'), [1]]]),
    raisedAfter: 1,
    overAfter: 10,
    spared: () => [[own('FirstAttemptsFailed'), [1]]],
  },
  'many-secrets-unavailable': {
    trouble: () => [[own('SecretUnavailable'), times(2, 1)]],
    raisedAfter: 3,
    overAfter: 8,
    spared: (minute) => every(5, minute, [[own('SecretUnavailable'), times(4, 1)]]),
  },
};
