import { describe, expect, it } from '@jest/globals';
import { timesOfClaim } from '../../../../shared/domain/deliveries/lease.ts';

const BASE_MS = 60_000;

describe('the times that a claim writes', () => {
  it('the attempt after a crash is due when the lease and the wait of the crashed attempt have both ended', () => {
    const timing = { retryBaseMs: BASE_MS, leaseMs: 90_000 };
    expect(timesOfClaim(1, 1_000, timing)).toEqual({ nowMs: 1_000, leaseUntilMs: 91_000, nextAttemptAtMs: 91_000 });
    expect(timesOfClaim(2, 1_000, timing).nextAttemptAtMs).toBe(121_000);
  });

  it('the eighth and last attempt of a round has no wait after its lease', () => {
    expect(timesOfClaim(8, 0, { retryBaseMs: BASE_MS, leaseMs: 30_000 }).nextAttemptAtMs).toBe(30_000);
  });
});
