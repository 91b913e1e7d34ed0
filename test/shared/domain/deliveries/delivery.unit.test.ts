import { describe, expect, it } from '@jest/globals';
import {
  DELIVERY_STATUSES,
  type DeliveryProgress,
  nextStepOf,
  statusesThatMayBecome,
} from '../../../../shared/domain/deliveries/delivery.ts';

const NOW_MS = 1_000_000;
const aDelivery = (about: Partial<DeliveryProgress>): DeliveryProgress => ({
  status: 'pending',
  attempts: 0,
  nextAttemptAtMs: NOW_MS,
  ...about,
});
const standing = (about: Partial<DeliveryProgress>) => nextStepOf(aDelivery(about), NOW_MS);

describe('the next step of a delivery', () => {
  it('a delivery is not due a millisecond before the time of its next attempt', () => {
    expect(standing({})).toEqual({ kind: 'due' });
    expect(standing({ nextAttemptAtMs: NOW_MS + 1 })).toEqual({ kind: 'waiting', untilMs: NOW_MS + 1 });
  });

  it('a delivery is not due before its lease ends', () => {
    expect(standing({ attempts: 1, leaseUntilMs: NOW_MS + 5 })).toEqual({ kind: 'waiting', untilMs: NOW_MS + 5 });
    expect(standing({ attempts: 1, leaseUntilMs: NOW_MS })).toEqual({ kind: 'due' });
  });

  it('a delivery is dead after the lease of its eighth attempt has ended without a result', () => {
    expect(standing({ attempts: 8, leaseUntilMs: NOW_MS - 1 })).toEqual({ kind: 'dead' });
    expect(standing({ attempts: 8, leaseUntilMs: NOW_MS + 1 }).kind).toBe('waiting');
  });

  it("a delivery counts as expired from the first millisecond of its call's expiry", () => {
    const callExpiresAtUnixSeconds = NOW_MS / 1_000;
    expect(standing({ callExpiresAtUnixSeconds })).toEqual({ kind: 'expired' });
    expect(standing({ callExpiresAtUnixSeconds, nextAttemptAtMs: NOW_MS + 1 })).toEqual({ kind: 'expired' });
    expect(standing({ callExpiresAtUnixSeconds: callExpiresAtUnixSeconds + 1 })).toEqual({ kind: 'due' });
  });

  it('a delivery whose call has expired waits for the result of a running attempt', () => {
    const callExpiresAtUnixSeconds = NOW_MS / 1_000 - 1;
    expect(standing({ callExpiresAtUnixSeconds, leaseUntilMs: NOW_MS + 1 }).kind).toBe('waiting');
    expect(standing({ callExpiresAtUnixSeconds, leaseUntilMs: NOW_MS }).kind).toBe('expired');
  });

  it('a delivery after eight attempts is dead even if its call has expired', () => {
    expect(standing({ attempts: 8, callExpiresAtUnixSeconds: NOW_MS / 1_000 })).toEqual({ kind: 'dead' });
  });

  it.each(DELIVERY_STATUSES.filter((status) => status !== 'pending'))(
    'a delivery is settled if its status is %s',
    (status) => {
      expect(standing({ status })).toEqual({ kind: 'settled' });
    },
  );

  it('the result of an attempt changes no settled delivery except a dead delivery', () => {
    const changes = DELIVERY_STATUSES.map((from) => [
      from,
      DELIVERY_STATUSES.filter((to) => statusesThatMayBecome(to).includes(from)),
    ]);
    expect(changes).toEqual([
      ['pending', DELIVERY_STATUSES],
      ['delivered', []],
      ['refused', []],
      ['dead', ['delivered']],
      ['skipped', []],
    ]);
  });
});
