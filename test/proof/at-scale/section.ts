import type { Proof, Section, Wanted } from '../section.ts';
import { reportOf } from './figures/report.ts';
import { brokenIn, resultsOf } from './figures/results.ts';
import { day } from './scenarios/day.ts';
import { fairnessScenarios } from './scenarios/fairness.ts';
import { ownFaultScenarios } from './scenarios/own-faults.ts';
import { recoveryScenarios } from './scenarios/recovery.ts';
import { FULL } from './scenarios/scenario.ts';
import { simulate } from './simulate.ts';

/** Simulates each scenario under AWS's limits, and compares its figures with its goals. */
export const atScale: Section = {
  name: 'at scale',
  async prove({ seed = 1, partners, hours, scenario: part = '', without = [], say }: Wanted): Promise<Proof> {
    const summary: [string, string][] = [];
    let isHeld = true;
    const all = [
      ...fairnessScenarios(FULL),
      ...recoveryScenarios(FULL),
      ...ownFaultScenarios(FULL, 30),
      day({ partners, hours }),
    ];
    for (const scenario of all.filter(({ name }) => name.includes(part))) {
      const began = process.cpuUsage();
      const run = await simulate(scenario, seed, new Set(without));
      const { user, system } = process.cpuUsage(began);
      say(`\n-- ${scenario.name}`);
      say([...reportOf(run), `${((user + system) / 1e6).toFixed(0)} s of CPU`].join('\n'));
      summary.push([scenario.name, '']);
      for (const promise of brokenIn(run)) {
        isHeld = false;
        summary.push(['  broken', promise]);
      }
      for (const { what, figure, bound, isMet } of resultsOf(run, scenario)) {
        isHeld &&= isMet;
        summary.push([`  ${what}`, `${figure} (${isMet ? '' : 'MISSED: '}${bound})`]);
      }
    }
    return { isHeld, summary };
  },
};
