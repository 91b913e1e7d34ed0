import { type Course, counter, every, gauge, samples } from './course.ts';
import { deliveryCourses } from './delivery-courses.ts';
import { functionCourses } from './function-courses.ts';
import { account, api, type Names, own, times, turnedAway } from './minutes.ts';
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
  // The alarm is raised at 800, because the local evaluation assumes a quota of 1,000.
  'account-concurrency': gauge(account('ClaimedAccountConcurrency'), 800, { raisedAfter: 10, overAfter: 1 }),
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
    // The alarm ignores any number of 502 and 503 responses that the contract describes. The two other responses are
    // faults, and two faults are too few for the alarm.
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
    // The alarm is raised when the last request that succeeded is 15 minutes old.
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
  'api-throttled': counter(turnedAway('RequestsThrottled'), 20, { raisedAfter: 2, overAfter: 2 }),
  'api-blocked': counter(turnedAway('RequestsBlocked'), 20, { raisedAfter: 5, overAfter: 1 }),
  // Spared: 90 % are fast enough.
  'api-latency': samples(
    api('Latency'),
    [...times(17, 120), ...times(3, 2_500)],
    [...times(18, 120), ...times(2, 30_000)],
    { raisedAfter: 5, overAfter: 1 },
  ),
  'auth-failed': counter(own('AuthFailed'), 40, { raisedAfter: 10, overAfter: 1 }),
  'rate-limited': counter(own('RateLimited'), 60, { raisedAfter: 15, overAfter: 1 }),
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
