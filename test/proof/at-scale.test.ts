import { describe, expect, it, jest } from '@jest/globals';
import { brokenIn, resultsOf } from './at-scale/figures/goals.ts';
import { FAIRNESS } from './at-scale/scenarios/fairness.ts';
import { simulate } from './at-scale/simulate.ts';

// The amount of work is fixed, so a busy machine needs more time.
jest.setTimeout(300_000);

describe('the pipeline under the limits of AWS, in virtual time', () => {
  it.each(FAIRNESS)('breaks no promise while $name', async (scenario) => {
    const run = await simulate(scenario, 1);
    expect(brokenIn(run)).toEqual([]);
    expect(resultsOf(run, scenario)).toHaveLength(scenario.goals.length);
  });
});
