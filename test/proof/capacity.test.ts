import { expect, it } from '@jest/globals';
import { steady } from './at-scale/scenarios/steady.ts';
import { simulate } from './at-scale/simulate.ts';
import { compared, differenceOf, TOLERANCE } from './capacity/compared.ts';
import { SHORT } from './capacity/section.ts';

it.each(SHORT.map((load) => [steady(load).name, load] as const))(
  `the formulas of the capacity planner are within ${TOLERANCE * 100} %% of the simulation of AWS, and the write units within 2 %%, at %s`,
  async (_, load) => {
    const rows = compared(await simulate(steady(load), 1), load);
    expect(rows.length).toBeGreaterThanOrEqual(4);
    expect(rows.filter((row) => differenceOf(row) > TOLERANCE)).toEqual([]);
    const writes = rows.filter(({ what }) => what === 'write units');
    expect(writes.map((row) => differenceOf(row) <= 0.02)).toEqual([true]);
  },
);
