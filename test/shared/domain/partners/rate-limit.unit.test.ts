import { describe, expect, it } from '@jest/globals';
import { ROUTES } from '../../../../shared/contract/routes.ts';
import { rateCounterName, rateUsage, rateWindowAt } from '../../../../shared/domain/partners/rate-limit.ts';

describe('the window of the rate limit', () => {
  it('the window of the rate limit lasts 300 seconds', () => {
    const first = { startUnixSeconds: 1_800_000_000, endUnixSeconds: 1_800_000_300 };
    expect(rateWindowAt(1_800_000_000_000)).toEqual(first);
    expect(rateWindowAt(1_800_000_299_999)).toEqual(first);
    expect(rateWindowAt(1_800_000_300_000).startUnixSeconds).toBe(1_800_000_300);
  });

  it.each([
    [1, { limited: false, remaining: 29 }],
    [30, { limited: false, remaining: 0 }],
    [31, { limited: true, remaining: 0 }],
    [500, { limited: true, remaining: 0 }],
  ])('after request %i of a window, the usage of the rate limit is %j', (hits, usage) => {
    expect(rateUsage(hits, rateWindowAt(0), 0)).toMatchObject(usage);
  });

  it('the time until the end of a rate-limit window is rounded up to a whole second', () => {
    const window = rateWindowAt(0);
    expect(rateUsage(31, window, 0).resetSeconds).toBe(300);
    expect(rateUsage(31, window, 298_001).resetSeconds).toBe(2);
    expect(rateUsage(31, window, 299_999).resetSeconds).toBe(1);
  });
});

describe('the counters of the rate limit', () => {
  const resource = '/v1/tenants/{customerId}';
  const plain = rateCounterName('10.0.0.1', resource, 'tn_1');

  it('each pair of an address and a path has its own counter of the rate limit', () => {
    expect(rateCounterName('10.0.0.2', resource, 'tn_1')).not.toBe(plain);
    expect(rateCounterName('10.0.0.1', `${resource}/calls`, 'tn_1')).not.toBe(plain);
    expect(rateCounterName('10.0.0.1', resource, 'tn_2')).not.toBe(plain);
    expect(rateCounterName('10.0.0.1', resource, undefined)).not.toBe(plain);
  });

  it('a path and its percent-encoded form share a counter of the rate limit', () => {
    expect(rateCounterName('10.0.0.1', resource, '%74n_1')).toBe(plain);
  });

  it('a path has a counter of the rate limit even if its id cannot be percent-decoded', () => {
    expect(rateCounterName('10.0.0.1', resource, '%FF')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('the only id in the paths of the API is customerId', () => {
    const ids = ROUTES.flatMap(({ path }) => path.match(/\{[^}]+\}/g) ?? []);
    expect([...new Set(ids)]).toEqual(['{customerId}']);
  });
});
