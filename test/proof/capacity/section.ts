import { type Steady, steady } from '../at-scale/scenarios/steady.ts';
import { simulate } from '../at-scale/simulate.ts';
import type { Proof, Section, Wanted } from '../section.ts';
import { compared, differenceOf, TOLERANCE } from './compared.ts';

/** Three loads, of which only the first lasts long enough to compare the lanes. */
export const SHORT: readonly Steady[] = [
  { callsPerSecond: 2, partners: 20, seconds: 300 },
  { callsPerSecond: 30, partners: 200, seconds: 25 },
  { callsPerSecond: 150, partners: 2_000, seconds: 12 },
];

/** The last load has a dead partner, whose deliveries take two hours. It lasts long enough to compare decryptions. */
const FULL: readonly Steady[] = [
  { callsPerSecond: 2, partners: 20, seconds: 1_200 },
  { callsPerSecond: 30, partners: 200, seconds: 600 },
  { callsPerSecond: 150, partners: 2_000, seconds: 300 },
  { callsPerSecond: 1, partners: 20, seconds: 8 * 3_600, hanging: 1 },
];

/** Compares what the capacity planner says with what the simulation of AWS used, at several loads. */
export const capacity: Section = {
  name: 'capacity',
  async prove({ seed = 1, say }: Wanted): Promise<Proof> {
    const summary: [string, string][] = [];
    let isHeld = true;
    for (const load of FULL) {
      const scenario = steady(load);
      say(`-- ${scenario.name}`);
      summary.push([scenario.name, '']);
      for (const row of compared(await simulate(scenario, seed), load)) {
        const isClose = differenceOf(row) <= TOLERANCE;
        isHeld &&= isClose;
        const figures = `${row.planned.toFixed(2)} planned, ${row.simulated.toFixed(2)} simulated`;
        summary.push([`  ${row.what}`, isClose ? figures : `${figures}: TOO FAR`]);
      }
    }
    return { isHeld, summary };
  },
};
