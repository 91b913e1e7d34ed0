import type { Section } from '../section.ts';
import { explore } from './explore.ts';
import { HANDLERS } from './handlers.ts';

/** Proves every pair of faults of every handler. The second fault may hit the retry that the first caused. */
export const crashPoints: Section = {
  name: 'crash points',
  async prove({ say }) {
    const beganMs = performance.now();
    const counts: [string, number][] = [];
    const failures: string[] = [];
    for (const [handler, scenarios] of Object.entries(HANDLERS)) {
      let cases = 0;
      for (const scenario of scenarios) {
        const explored = await explore(scenario, 2);
        cases += explored.cases;
        failures.push(...explored.failures);
      }
      say(`${handler}: ${cases} runs`);
      counts.push([handler, cases]);
    }
    for (const failure of failures.slice(0, MOST_REPORTS)) say(failure);
    return {
      isHeld: failures.length === 0,
      summary: [
        ...counts,
        ['runs with one or two faults', counts.reduce((sum, [, cases]) => sum + cases, 0)],
        ['runs that broke something', failures.length],
        ['seconds', ((performance.now() - beganMs) / 1000).toFixed(1)],
      ],
    };
  },
};

const MOST_REPORTS = 10;
