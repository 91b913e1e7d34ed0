import { createVoicePlatform } from '../../../clients/voice-platform/src/index.ts';
import type { Proof, Section, Wanted } from '../section.ts';
import { type Ran, simulate } from './simulate.ts';

/** More reports rarely add information. */
const MOST_REPORTS = 3;

/** Simulates how changes of settings reach calls through the voice platform's client, one seed after another. */
export const propagation: Section = {
  name: 'propagation',
  async prove({ runs, seed, say }: Wanted): Promise<Proof> {
    const beganMs = performance.now();
    const total = { runs: 0, calls: 0, changes: 0, lookUps: 0, killed: 0 };
    const broken: Ran[] = [];
    const note = (ran: Ran) => {
      total.runs += 1;
      for (const name of ['calls', 'changes', 'lookUps', 'killed'] as const) total[name] += ran[name];
      if (ran.broken.length > 0) broken.push(ran);
    };
    const [from, count] = seed === undefined ? [1, runs] : [seed, 1];
    for (let one = from; one < from + count; one += 1) {
      note(await simulate({ seed: one, create: createVoicePlatform }));
      if (total.runs % 1_000 === 0) say(`${total.runs} runs`);
    }
    for (const outageMinutes of seed === undefined ? [3, 30] : []) {
      say(`1,000 lines, and an outage of ${outageMinutes} minutes`);
      note(await simulate({ seed: outageMinutes, create: createVoicePlatform, lines: 1_000, outageMinutes }));
    }
    for (const ran of broken.slice(0, MOST_REPORTS)) say(`seed ${ran.seed}: ${ran.broken.slice(0, 5).join('\n  ')}`);
    return {
      isHeld: broken.length === 0,
      summary: [
        ['runs', total.runs],
        ['calls', total.calls],
        ['changes of settings', total.changes],
        ['look-ups', total.lookUps],
        ['killed functions', total.killed],
        ['runs that broke an invariant', broken.length],
        ['seconds', ((performance.now() - beganMs) / 1000).toFixed(1)],
      ],
    };
  },
};
