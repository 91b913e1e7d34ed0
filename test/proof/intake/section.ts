import type { Proof, Section, Wanted } from '../section.ts';
import { type Ran, simulate } from './simulate.ts';

/** More reports rarely add information. */
const MOST_REPORTS = 3;

/** Simulates the queue of finished calls through an outage of ten minutes, one seed after another. */
export const intake: Section = {
  name: 'intake',
  async prove({ runs, seed, say }: Wanted): Promise<Proof> {
    const beganMs = performance.now();
    const total = { handed: 0, refused: 0, redeliveries: 0, killed: 0, failed: 0 };
    const broken: Ran[] = [];
    const [from, count] = seed === undefined ? [1, runs] : [seed, 1];
    for (let one = from; one < from + count; one += 1) {
      const ran = await simulate(one);
      for (const name of ['handed', 'refused', 'redeliveries', 'killed', 'failed'] as const) total[name] += ran[name];
      if (ran.broken.length > 0) broken.push(ran);
      if ((one - from + 1) % 1_000 === 0) say(`${one - from + 1} runs`);
    }
    for (const ran of broken.slice(0, MOST_REPORTS)) say(`seed ${ran.seed}: ${ran.broken.slice(0, 5).join('\n  ')}`);
    return {
      isHeld: broken.length === 0,
      summary: [
        ['runs', count],
        ['calls handed over', total.handed],
        ['calls that are refused', total.refused],
        ['messages received again', total.redeliveries],
        ['killed functions', total.killed],
        ['failed requests', total.failed],
        ['runs that lost or doubled a call', broken.length],
        ['seconds', ((performance.now() - beganMs) / 1000).toFixed(1)],
      ],
    };
  },
};
