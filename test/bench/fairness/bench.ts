import type { Bench, Figure } from '../figure.ts';
import { startReceivers } from '../pipeline/receiver-process.ts';
import { SCENARIOS } from './scenarios.ts';
import { fairnessWorld } from './world.ts';

const RECEIVERS = 90;

/** Measures how much one partner delays another on the local service, each time on a service of its own. */
export const fairness: Bench = {
  name: 'fairness',
  about: 'how long others wait, from the end of the recording to the first request, while a partner is in trouble',
  async measure({ full, say }) {
    const receivers = await startReceivers(RECEIVERS);
    const figures: Figure[] = [];
    try {
      for (const { name, unit, goal, flags, measure } of SCENARIOS) {
        say(name);
        const world = await fairnessWorld(receivers, flags);
        try {
          figures.push({ name, unit, goal, value: await measure(world, { isFull: full }) });
        } finally {
          await world.close();
        }
      }
    } finally {
      await receivers.stop();
    }
    return { figures };
  },
};
