import { describe, expect, it } from '@jest/globals';
import {
  claimTimes,
  judge,
  type NoAnswer,
  outcomeClass,
  waitAfter,
} from '../../../shared/domain/deliveries/retry-policy.ts';

const BASE_MS = 60_000;
const answered = (status: number) => ({ kind: 'answered', status }) as const;
const unanswered = (why: NoAnswer) => ({ kind: 'unanswered', why }) as const;

describe('retry policy', () => {
  it.each([
    [1, 60],
    [2, 120],
    [3, 240],
    [4, 480],
    [5, 960],
    [6, 1_920],
    [7, 3_600],
  ])('waits after attempt %i for %i seconds', (attempt, seconds) => {
    expect(judge(answered(503), attempt, BASE_MS)).toEqual({ status: 'pending', waitMs: seconds * 1000 });
  });

  it('keeps the proportions with another base', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((attempt) => waitAfter(attempt, 200))).toEqual([
      200, 400, 800, 1_600, 3_200, 6_400, 12_000,
    ]);
  });

  it.each([answered(503), answered(429), unanswered('timeout')])('gives up after the eighth attempt: %j', (outcome) => {
    expect(judge(outcome, 8, BASE_MS)).toEqual({ status: 'dead' });
  });

  it.each([200, 201, 204, 299])('takes %i as delivered, on the last attempt as well', (status) => {
    expect(judge(answered(status), 8, BASE_MS)).toEqual({ status: 'delivered' });
  });

  it.each([400, 401, 403, 404, 410, 422, 499])('does not repeat a delivery answered %i', (status) => {
    expect(judge(answered(status), 1, BASE_MS)).toEqual({ status: 'refused' });
  });

  it.each([301, 302, 304, 307, 308, 408, 429, 500, 502, 503, 599])('repeats a delivery answered %i', (status) => {
    expect(judge(answered(status), 1, BASE_MS)).toEqual({ status: 'pending', waitMs: BASE_MS });
  });

  it.each<NoAnswer>(['timeout', 'dns', 'blocked address', 'refused connection', 'tls', 'reset', 'invalid response'])(
    'repeats a delivery that ended in: %s',
    (why) => {
      expect(judge(unanswered(why), 1, BASE_MS).status).toBe('pending');
    },
  );

  it('names outcomes by class for the attempt log', () => {
    expect([answered(503), answered(307), unanswered('dns')].map(outcomeClass)).toEqual([
      'status 503',
      'redirect',
      'dns',
    ]);
  });

  it('lets a crashed attempt be repeated no sooner than its lease and its wait are over', () => {
    const timing = { retryBaseMs: BASE_MS, leaseMs: 90_000 };
    expect(claimTimes(1, 1_000, timing)).toEqual({ nowMs: 1_000, leaseUntilMs: 91_000, nextAttemptAtMs: 91_000 });
    expect(claimTimes(2, 1_000, timing).nextAttemptAtMs).toBe(121_000);
  });

  it('lets a crashed last attempt be given up as soon as its lease is over', () => {
    expect(claimTimes(8, 0, { retryBaseMs: BASE_MS, leaseMs: 30_000 }).nextAttemptAtMs).toBe(30_000);
  });
});
