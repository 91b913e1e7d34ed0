import type { Proof, Section, Wanted } from '../section.ts';
import { explore } from './explore.ts';
import { HANDLERS } from './handlers.ts';
import type { Shift } from './scenario.ts';

/** Proves every pair of faults of every handler. The second fault may hit the retry that the first caused. */
export const crashPoints: Section = {
  name: 'crash points',
  prove: ({ say }) => proveCrashPoints(say, 2),
};

/** Proves every combination of up to `mostFaults` faults, of this version alone or with a shift between two. */
export async function proveCrashPoints(say: Wanted['say'], mostFaults: number, shift?: Shift): Promise<Proof> {
  const beganMs = performance.now();
  const counts: [string, number][] = [];
  const failures: string[] = [];
  for (const [handler, scenarios] of Object.entries(HANDLERS)) {
    let cases = 0;
    for (const scenario of scenarios) {
      const explored = await explore(scenario, mostFaults, shift);
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
      [
        mostFaults === 1 ? 'runs with one fault' : 'runs with one or two faults',
        counts.reduce((sum, [, cases]) => sum + cases, 0),
      ],
      ['runs that broke something', failures.length],
      ['seconds', ((performance.now() - beganMs) / 1000).toFixed(1)],
    ],
  };
}

const MOST_REPORTS = 10;
