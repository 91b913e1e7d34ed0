import { describe, expect, it } from '@jest/globals';
import { expiryOf, isExpired } from '../../../../shared/domain/calls/expiry.ts';

describe('the expiry of a call', () => {
  it('a call expires a whole number of days after it is stored, rounded up to the next second', () => {
    expect(expiryOf(1_000_000_000_001, 30)).toBe(1_000_000_001 + 30 * 86_400);
    expect(expiryOf(1_000_000_000_000, 7)).toBe(1_000_000_000 + 7 * 86_400);
  });

  it('a call counts as expired from the first millisecond of its expiry', () => {
    expect([999_999, 1_000_000].map((nowMs) => isExpired(1_000, nowMs))).toEqual([false, true]);
  });

  it('a call without an expiry never expires', () => {
    expect(isExpired(undefined, Number.MAX_SAFE_INTEGER)).toBe(false);
  });
});
