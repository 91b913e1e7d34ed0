import { describe, expect, it } from '@jest/globals';
import { claimTimes, waitAfterMs } from '../../../../shared/domain/deliveries/backoff.ts';

const BASE_MS = 60_000;

describe('backoff', () => {
  it('backoff doubles each wait, up to sixty times the first wait', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((attempt) => waitAfterMs(attempt, 200))).toEqual([
      200, 400, 800, 1_600, 3_200, 6_400, 12_000,
    ]);
  });

  it('backoff delays the retry of a crashed attempt until both its lease and its wait have ended', () => {
    const timing = { retryBaseMs: BASE_MS, leaseMs: 90_000 };
    expect(claimTimes(1, 1_000, timing)).toEqual({ nowMs: 1_000, leaseUntilMs: 91_000, nextAttemptAtMs: 91_000 });
    expect(claimTimes(2, 1_000, timing).nextAttemptAtMs).toBe(121_000);
  });

  it('backoff adds no wait after the lease of the eighth and last attempt ends', () => {
    expect(claimTimes(8, 0, { retryBaseMs: BASE_MS, leaseMs: 30_000 }).nextAttemptAtMs).toBe(30_000);
  });
});
