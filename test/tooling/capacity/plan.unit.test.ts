import { describe, expect, it } from '@jest/globals';
import { neededConcurrency } from '../../../lib/functions/capacity.ts';
import { FUNCTION_NAMES } from '../../../lib/rights.ts';
import { parseSettings } from '../../../lib/stages.ts';
import { ROUTES } from '../../../shared/contract/routes.ts';
import type { Load } from '../../../tooling/capacity/load.ts';
import { sharesOf, zipfShare } from '../../../tooling/capacity/load.ts';
import { planFor } from '../../../tooling/capacity/plan.ts';
import { PROD } from '../../../tooling/capacity/settings.ts';
import { PLACES, usageAt } from '../../../tooling/capacity/usage.ts';

const aLoad = (about: Partial<Load> = {}): Load => ({
  callsPerHour: 60_000,
  peak: 3,
  partners: 200,
  summaryBytes: 500,
  failingShare: 0,
  receiverMs: 200,
  largestPartnerShare: zipfShare(200),
  apiRequestsPerHour: 6_000,
  lookUpsPerCall: 1,
  queuedShare: 0,
  ...about,
});
/** As many calls an hour as make so many a second at the peak. */
const peakOf = (callsPerSecond: number) => ({ callsPerHour: callsPerSecond * 1_200 });
const firstLimit = (load: Load) => planFor(load).limits.prod[0];

describe('the units of a load', () => {
  it('a load needs nine write units and eleven read units for each call', () => {
    const { table, due, byPartner } = usageAt(100, aLoad({ apiRequestsPerHour: 0, lookUpsPerCall: 0 })).units;
    expect(table.write + due.write + byPartner.write).toBeCloseTo(900);
    expect(table.read).toBeCloseTo(1_100, -1);
  });

  it('a load needs three more read units for each look-up by number', () => {
    const reads = (lookUpsPerCall: number) => usageAt(100, aLoad({ lookUpsPerCall })).units.table.read;
    expect(reads(2) - reads(0)).toBeCloseTo(600);
  });

  it('a load needs the same units for a call that comes through the queue', () => {
    const units = (queuedShare: number) => usageAt(100, aLoad({ queuedShare })).units;
    expect(units(1)).toEqual(units(0));
  });

  it('a load needs two more write units for each further KB of a summary', () => {
    const [small, large] = [500, 500 + 10 * 1_024].map(
      (summaryBytes) => usageAt(1, aLoad({ summaryBytes })).units.table,
    );
    expect((large?.write ?? 0) - (small?.write ?? 0)).toBeCloseTo(20);
  });

  it('a load needs 46 write units for a call whose receiver does not respond', () => {
    const { table, due, byPartner } = usageAt(10, aLoad({ failingShare: 1, apiRequestsPerHour: 0 })).units;
    expect(table.write + due.write + byPartner.write).toBeCloseTo(460);
  });
});

describe('the shares of partners', () => {
  it.each([zipfShare(50), 0.5, 1])(
    'the shares of partners add up to all calls when the largest has %p',
    (largestPartnerShare) => {
      const shares = sharesOf(aLoad({ partners: 50, largestPartnerShare }));
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
      expect(shares[0]).toBe(largestPartnerShare);
    },
  );
});

describe('the functions of a plan', () => {
  it('the functions of a plan are all functions of the service, with the endpoints as one function, and without the probe, which has no load', () => {
    const endpoints = ROUTES.map(({ action }): string => action);
    const others = FUNCTION_NAMES.filter((name) => !endpoints.includes(name) && name !== 'probe');
    expect([...PLACES, 'deliver-webhook'].sort()).toEqual([...others, 'endpoints'].sort());
  });
});

describe('the first limit', () => {
  it('the first limit with the settings of prod is the reserved concurrency of record-call, at 500 calls a second', () => {
    expect(firstLimit(aLoad())).toMatchObject({ what: expect.stringContaining('record-call: 50') });
    expect(firstLimit(aLoad())?.callsPerSecond).toBeCloseTo(500);
  });

  it('the first limit is the hung lane, at 250 calls a second, when 10 % of them are for receivers that do not respond', () => {
    const limit = firstLimit(aLoad({ failingShare: 0.1 }));
    expect(limit).toMatchObject({ what: expect.stringContaining('hung lane: 20') });
    expect(limit?.callsPerSecond).toBeCloseTo(250);
  });

  it('the first limit is the slow lane when receivers respond after three seconds', () => {
    expect(firstLimit(aLoad({ receiverMs: 3_000 }))).toMatchObject({ what: expect.stringContaining('slow lane: 10') });
  });

  it('the first limit is line-for-call, at 500 calls a second, when calls come through the queue and each call is looked up twice', () => {
    const limit = firstLimit(aLoad({ queuedShare: 1, lookUpsPerCall: 2 }));
    expect(limit).toMatchObject({ what: expect.stringContaining('line-for-call: 50') });
    expect(limit?.callsPerSecond).toBeCloseTo(500);
  });

  it('the first limit is the write units of a new table when summaries have 60 KB', () => {
    const limit = firstLimit(aLoad({ summaryBytes: 60_000 }));
    expect(limit).toMatchObject({ what: expect.stringContaining('write units of a new table') });
    expect(limit?.callsPerSecond).toBeLessThan(33);
  });

  it.each([1, 10, 100, 5_000])(
    'the first limit does not depend on the load of the plan (%i calls a second)',
    (callsPerSecond) => {
      const { callsPerHour } = peakOf(callsPerSecond);
      const load = aLoad({ callsPerHour, apiRequestsPerHour: callsPerHour / 10 });
      expect(firstLimit(load)?.callsPerSecond).toBeCloseTo(500);
    },
  );
});

describe('the settings that a plan chooses', () => {
  it('for 50 calls a second, a plan chooses the settings of prod', () => {
    const { chosen } = planFor(aLoad(peakOf(50))).settings;
    expect(PROD).toMatchObject(chosen);
  });

  it.each([
    [1, 0],
    [50, 0],
    [500, 0.5],
    [2_000, 1],
    [5_000, 1],
  ])(
    'the settings that a plan chooses are valid, and sustain %i calls a second with a queued share of %f',
    (callsPerSecond, queuedShare) => {
      const plan = planFor(aLoad({ ...peakOf(callsPerSecond), queuedShare }));
      expect(parseSettings({ ...PROD, ...plan.settings.chosen })).toMatchObject(plan.settings.chosen);
      const ofSettings = plan.limits.chosen.filter(({ what }) =>
        /^(line-for-call|record-call|intake|main|slow|hung|throttle)/.test(what),
      );
      expect(ofSettings.length).toBeGreaterThan(0);
      for (const limit of ofSettings) expect(limit.callsPerSecond).toBeGreaterThan(callsPerSecond);
    },
  );

  it('the settings that a plan chooses make the hung lane five times as large when the largest partner has 50 % of the calls instead of 10 %', () => {
    const hungOf = (largestPartnerShare: number) =>
      planFor(aLoad({ ...peakOf(500), largestPartnerShare })).settings.needed.deliveryConcurrency.hung;
    expect(hungOf(0.5)).toBe(5 * hungOf(0.1));
  });
});

describe('the quotas to ask for', () => {
  it('a plan for 50 calls a second needs no higher quota', () => {
    expect(planFor(aLoad(peakOf(50))).quotas).toEqual([]);
  });

  it('the quotas to ask for contain the concurrency that the chosen settings need', () => {
    const { quotas, settings } = planFor(aLoad({ ...peakOf(500), largestPartnerShare: 0.5 }));
    const needed = neededConcurrency({ ...PROD, ...settings.chosen });
    expect(quotas[0]).toMatchObject({ what: 'Lambda concurrency (L-B99A9384)', need: needed });
  });

  it('the quotas to ask for contain warm throughput when a new table would throttle', () => {
    const { quotas } = planFor(aLoad(peakOf(700)));
    expect(quotas.map(({ what }) => what)).toContain('warm throughput of the table');
  });
});

describe('the cost of a month', () => {
  it('the cost of a month rises by $1.30 per million calls for requests to SQS if all calls wait in the queue', () => {
    const million = { callsPerHour: 1_000_000 / 730, apiRequestsPerHour: 0 };
    const cost = (queuedShare: number) => planFor(aLoad({ ...million, queuedShare })).usdPerMonth;
    expect(cost(1) - cost(0)).toBeCloseTo(1.3, 2);
  });

  it('the cost of a month is the sum of its items', () => {
    const { costOfMonth, usdPerMonth } = planFor(aLoad());
    expect(costOfMonth.reduce((sum, { usd }) => sum + usd, 0)).toBeCloseTo(usdPerMonth);
  });

  it('the cost of a month depends on the average load, not on the peak', () => {
    expect(planFor(aLoad({ peak: 10 })).usdPerMonth).toBeCloseTo(planFor(aLoad({ peak: 1 })).usdPerMonth);
  });

  it('the cost of a month contains $5.63 for write units per million calls', () => {
    const load = aLoad({ callsPerHour: 1_000_000 / 730, apiRequestsPerHour: 0 });
    const written = planFor(load).costOfMonth.find(({ resource }) => resource === 'table: write units');
    expect(written?.usd).toBeCloseTo(5.63, 1);
  });
});
