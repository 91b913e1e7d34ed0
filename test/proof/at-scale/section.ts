import type { Proof, Section, Wanted } from '../section.ts';
import { brokenIn, resultsOf } from './figures/goals.ts';
import { reportOf } from './figures/report.ts';
import { inSeconds } from './figures/times.ts';
import { FAIRNESS } from './scenarios/fairness.ts';
import { simulate } from './simulate.ts';

/** Simulates each scenario under AWS's limits, and compares its figures with its goals. */
export const atScale: Section = {
  name: 'at scale',
  async prove({ seed = 1, say }: Wanted): Promise<Proof> {
    const summary: [string, string][] = [];
    let isHeld = true;
    for (const scenario of FAIRNESS) {
      const began = process.cpuUsage();
      const run = await simulate(scenario, seed);
      const { user, system } = process.cpuUsage(began);
      say(`\n-- ${scenario.name}`);
      say([...reportOf(run), `${((user + system) / 1e6).toFixed(0)} s of CPU`].join('\n'));
      summary.push([scenario.name, '']);
      for (const promise of brokenIn(run)) {
        isHeld = false;
        summary.push(['  broken', promise]);
      }
      for (const { what, valueMs, atMostMs, isMet } of resultsOf(run, scenario)) {
        isHeld &&= isMet;
        summary.push([`  ${what}`, `${inSeconds(valueMs)}, ${isMet ? 'within' : 'MISSED'} ${inSeconds(atMostMs)}`]);
      }
    }
    return { isHeld, summary };
  },
};
