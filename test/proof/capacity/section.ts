import { steady } from '../at-scale/scenarios/steady.ts';
import { simulate } from '../at-scale/simulate.ts';
import type { Proof, Section, Wanted } from '../section.ts';
import { compared, differenceOf, TOLERANCE } from './compared.ts';
import { FULL } from './loads.ts';

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
