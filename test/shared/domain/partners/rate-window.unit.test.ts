import { describe, expect, it } from '@jest/globals';
import { ROUTES } from '../../../../shared/contract/routes.ts';
import { ratedPathHash, rateUsage, rateWindowAt } from '../../../../shared/domain/partners/rate-window.ts';

describe("the rate limit's window", () => {
  it("the rate limit's window begins at the same moments for every address and lasts 300 seconds", () => {
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
  ])("the rate limit's window counts request %i and then reports the usage %j", (hits, usage) => {
    expect(rateUsage(hits, rateWindowAt(0), 0)).toMatchObject(usage);
  });

  it("the remaining time of the rate limit's window is rounded up to whole seconds, and is never 0", () => {
    const window = rateWindowAt(0);
    expect(rateUsage(31, window, 0).resetSeconds).toBe(300);
    expect(rateUsage(31, window, 298_001).resetSeconds).toBe(2);
    expect(rateUsage(31, window, 299_999).resetSeconds).toBe(1);
  });
});

describe("the rate limit's counter", () => {
  const resource = '/v1/tenants/{customerId}';
  const plain = ratedPathHash('10.0.0.1', resource, 'tn_1');

  it("the rate limit's counter is separate for each address and each path", () => {
    expect(ratedPathHash('10.0.0.2', resource, 'tn_1')).not.toBe(plain);
    expect(ratedPathHash('10.0.0.1', `${resource}/calls`, 'tn_1')).not.toBe(plain);
    expect(ratedPathHash('10.0.0.1', resource, 'tn_2')).not.toBe(plain);
    expect(ratedPathHash('10.0.0.1', resource, undefined)).not.toBe(plain);
  });

  it("the rate limit's counter is the same for a path and its percent-encoded form", () => {
    expect(ratedPathHash('10.0.0.1', resource, '%74n_1')).toBe(plain);
  });

  it("the rate limit's counter accepts a path with an id that cannot be percent-decoded", () => {
    expect(ratedPathHash('10.0.0.1', resource, '%FF')).toMatch(/^[0-9a-f]{64}$/);
  });

  it("paths of the API have no id but customerId, which the rate limit's counter uses", () => {
    const ids = ROUTES.flatMap(({ path }) => path.match(/\{[^}]+\}/g) ?? []);
    expect([...new Set(ids)]).toEqual(['{customerId}']);
  });
});
