import { describe, expect, it } from '@jest/globals';
import { neededConcurrency } from '../../../lib/functions/concurrency.ts';
import { FUNCTION_NAMES } from '../../../lib/rights.ts';
import { parseStageSettings } from '../../../lib/stages.ts';
import { ROUTES } from '../../../shared/contract/routes.ts';
import type { Load } from '../../../tooling/capacity/load.ts';
import { minLargestPartnerShare, sharesOfPartners, zipfLargestPartnerShare } from '../../../tooling/capacity/load.ts';
import { planFor } from '../../../tooling/capacity/plan.ts';
import { PROD } from '../../../tooling/capacity/settings.ts';
import { FUNCTION_GROUPS, usageAt } from '../../../tooling/capacity/usage.ts';

const aLoad = (about: Partial<Load> = {}): Load => ({
  callsPerHour: 60_000,
  peak: 3,
  partners: 200,
  summaryBytes: 500,
  failingShare: 0,
  receiverMs: 200,
  largestPartnerShare: zipfLargestPartnerShare(200),
  apiRequestsPerHour: 6_000,
  lookUpsPerCall: 1,
  queuedShare: 0,
  ...about,
});
/** Returns the calls per hour that make `callsPerSecond` at the peak. */
const peakOf = (callsPerSecond: number) => ({ callsPerHour: callsPerSecond * 1_200 });
const firstLimit = (load: Load) => planFor(load).limits.prod[0];

describe('the read and write units that a load uses', () => {
  it('without look-ups, a delivered call uses nine write units and eleven read units', () => {
    const { table, due, byPartner } = usageAt(100, aLoad({ apiRequestsPerHour: 0, lookUpsPerCall: 0 })).units;
    expect(table.write + due.write + byPartner.write).toBeCloseTo(900);
    expect(table.read).toBeCloseTo(1_100, -1);
  });

  it('two look-ups by number for each call use six read units', () => {
    const reads = (lookUpsPerCall: number) => usageAt(100, aLoad({ lookUpsPerCall })).units.table.read;
    expect(reads(2) - reads(0)).toBeCloseTo(600);
  });

  it('a call that comes through the queue uses as many units as any other call', () => {
    const units = (queuedShare: number) => usageAt(100, aLoad({ queuedShare })).units;
    expect(units(1)).toEqual(units(0));
  });

  it('each further KiB of a summary uses two more write units', () => {
    const [small, large] = [500, 500 + 10 * 1_024].map(
      (summaryBytes) => usageAt(1, aLoad({ summaryBytes })).units.table,
    );
    expect((large?.write ?? 0) - (small?.write ?? 0)).toBeCloseTo(20);
  });

  it('a call whose receiver does not respond uses 46 write units', () => {
    const { table, due, byPartner } = usageAt(10, aLoad({ failingShare: 1, apiRequestsPerHour: 0 })).units;
    expect(table.write + due.write + byPartner.write).toBeCloseTo(460);
  });
});

it.each([minLargestPartnerShare(50), zipfLargestPartnerShare(50), 0.5, 1])(
  'the shares of partners add up to all calls if the largest share is %p',
  (largestPartnerShare) => {
    const shares = sharesOfPartners(aLoad({ partners: 50, largestPartnerShare }));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
    expect(shares[0]).toBe(largestPartnerShare);
  },
);

it('a plan covers every function except `probe` and `check-version`', () => {
  const endpoints = ROUTES.map(({ action }): string => action);
  const others = FUNCTION_NAMES.filter((name) => !endpoints.includes(name) && name !== 'probe');
  expect([...FUNCTION_GROUPS, 'deliver-webhook'].sort()).toEqual([...others, 'endpoints'].sort());
});

describe('the first limit that a growing load reaches', () => {
  it('the first limit of prod, at 500 calls a second, is the concurrency of record-call', () => {
    expect(firstLimit(aLoad())).toMatchObject({ what: expect.stringContaining('record-call: reserved concurrency') });
    expect(firstLimit(aLoad())?.callsPerSecond).toBeCloseTo(500);
  });

  it('the hung lane limits prod to 250 calls a second if 10 % of the calls are for receivers that do not respond', () => {
    const limit = firstLimit(aLoad({ failingShare: 0.1 }));
    expect(limit).toMatchObject({ what: expect.stringContaining('hung lane: 20') });
    expect(limit?.callsPerSecond).toBeCloseTo(250);
  });

  it('the slow lane is the first limit if receivers respond after three seconds', () => {
    expect(firstLimit(aLoad({ receiverMs: 3_000 }))).toMatchObject({ what: expect.stringContaining('slow lane: 10') });
  });

  it('line-for-call is the first limit if all calls use the intake queue and each call causes two look-ups', () => {
    const limit = firstLimit(aLoad({ queuedShare: 1, lookUpsPerCall: 2 }));
    expect(limit).toMatchObject({ what: expect.stringContaining('line-for-call: reserved concurrency 50') });
    expect(limit?.callsPerSecond).toBeCloseTo(500);
  });

  it('the write units of a new table are the first limit if summaries have 60 KB', () => {
    const limit = firstLimit(aLoad({ summaryBytes: 60_000 }));
    expect(limit).toMatchObject({ what: expect.stringContaining('write units of a new table') });
    expect(limit?.callsPerSecond).toBeLessThan(33);
  });

  it.each([1, 10, 100, 5_000])(
    'the first limit does not depend on how many calls the plan is for: %i a second',
    (callsPerSecond) => {
      const { callsPerHour } = peakOf(callsPerSecond);
      const load = aLoad({ callsPerHour, apiRequestsPerHour: callsPerHour / 10 });
      expect(firstLimit(load)?.callsPerSecond).toBeCloseTo(500);
    },
  );
});

describe('the settings that a plan recommends', () => {
  it('a plan for 50 calls a second recommends the settings of prod', () => {
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
    'the recommended settings are valid and sustain %i calls a second with a queued share of %f',
    (callsPerSecond, queuedShare) => {
      const plan = planFor(aLoad({ ...peakOf(callsPerSecond), queuedShare }));
      expect(parseStageSettings({ ...PROD, ...plan.settings.chosen })).toMatchObject(plan.settings.chosen);
      const ofSettings = plan.limits.chosen.filter(({ what }) =>
        /^(line-for-call|record-call|intake|main|slow|hung|throttle)/.test(what),
      );
      expect(ofSettings.length).toBeGreaterThan(0);
      for (const limit of ofSettings) expect(limit.callsPerSecond).toBeGreaterThan(callsPerSecond);
    },
  );

  it('the hung lane that a load needs grows in proportion to the share of the largest partner', () => {
    const hungOf = (largestPartnerShare: number) =>
      planFor(aLoad({ ...peakOf(500), largestPartnerShare })).settings.needed.deliveryConcurrency.hung;
    expect(hungOf(0.5)).toBe(5 * hungOf(0.1));
  });
});

describe('the quotas that a plan needs', () => {
  it('a plan for 50 calls a second needs no higher quota', () => {
    expect(planFor(aLoad(peakOf(50))).quotas).toEqual([]);
  });

  it('the concurrency quota in a plan is computed from the recommended settings', () => {
    const { quotas, settings } = planFor(aLoad({ ...peakOf(500), largestPartnerShare: 0.5 }));
    const needed = neededConcurrency({ ...PROD, ...settings.chosen });
    expect(quotas[0]).toMatchObject({ what: 'Lambda concurrency (L-B99A9384)', need: needed });
  });

  it('a plan needs warm throughput if its load would throttle a new table', () => {
    const { quotas } = planFor(aLoad(peakOf(700)));
    expect(quotas.map(({ what }) => what)).toContain('warm throughput of the table');
  });
});

describe('the cost of a month in a plan', () => {
  it('a million calls cost $1.30 more if all calls use the intake queue', () => {
    const million = { callsPerHour: 1_000_000 / 730, apiRequestsPerHour: 0 };
    const cost = (queuedShare: number) => planFor(aLoad({ ...million, queuedShare })).usdPerMonth;
    expect(cost(1) - cost(0)).toBeCloseTo(1.3, 2);
  });

  it('the cost of a month is the sum of its items', () => {
    const { costOfMonth, usdPerMonth } = planFor(aLoad());
    expect(costOfMonth.reduce((sum, { usd }) => sum + usd, 0)).toBeCloseTo(usdPerMonth);
  });

  it('the cost of a month depends on the average load instead of the peak', () => {
    expect(planFor(aLoad({ peak: 10 })).usdPerMonth).toBeCloseTo(planFor(aLoad({ peak: 1 })).usdPerMonth);
  });

  it('a million calls cost $5.63 for write units', () => {
    const load = aLoad({ callsPerHour: 1_000_000 / 730, apiRequestsPerHour: 0 });
    const written = planFor(load).costOfMonth.find(({ resource }) => resource === 'table: write units');
    expect(written?.usd).toBeCloseTo(5.63, 1);
  });
});
