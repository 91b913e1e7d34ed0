import type { Bench, Figure } from '../figure.ts';
import { startReceivers } from '../pipeline/receiver-process.ts';
import { EXTENTS } from './extent.ts';
import { SCENARIOS } from './scenarios.ts';
import { fairnessWorld } from './world.ts';

const RECEIVERS = 90;

/** Measures how much one partner delays another on the local service, for each scenario on a service of its own. */
export const fairness: Bench = {
  name: 'fairness',
  about: 'how long others wait, from the end of the recording to the first request, while a partner is in trouble',
  async measure({ size, say }) {
    const extent = EXTENTS[size];
    const receivers = await startReceivers(RECEIVERS);
    const figures: Figure[] = [];
    try {
      // The short form has one service for its scenarios, because starting it takes longer than a scenario.
      const only = size === 'short' ? await fairnessWorld(receivers, extent) : undefined;
      for (const { name, unit, goal, flags, isLong, measure } of SCENARIOS) {
        if (only && isLong) continue;
        say(name);
        const world = only ?? (await fairnessWorld(receivers, extent, flags));
        try {
          figures.push({ name, unit, goal, value: await measure(world, extent) });
        } finally {
          if (world !== only) await world.close();
        }
      }
      await only?.close();
    } finally {
      await receivers.stop();
    }
    return { figures };
  },
};
