import type { Bench } from '../figure.ts';
import { cpuOfAnEvent } from './cpu-by-part.ts';
import { latency, transient } from './latency.ts';
import { burst } from './load.ts';
import { startReceivers } from './receiver-process.ts';
import { sustained } from './sustained.ts';
import { throughput } from './throughput.ts';
import { type PipelineWorld, pipelineWorld } from './world.ts';

const PARTNERS = [1, 10, 1_000];
/** Enough events for every environment to compile its code. */
const WARM_UP_EVENTS = 200;

/** Measures the local service from a recorded call to its POST. All its parts and the load share one machine. */
export const pipeline: Bench = {
  name: 'pipeline',
  about: 'latency and throughput from a recorded call to its POST, and whether every event arrives once',
  async measure({ say }) {
    const most = Math.max(...PARTNERS);
    say(`two services with ${most.toLocaleString('en')} partners each`);
    const receivers = await startReceivers(most);
    const calm = await pipelineWorld(receivers, most);
    const troubled = await pipelineWorld(receivers, most);
    try {
      for (const world of [calm, troubled]) await warmUp(world);
      say('as fast as it goes');
      const fast = await throughput(calm, PARTNERS);
      const profile = await cpuOfAnEvent(calm);
      say('raising the rate until a backlog grows');
      const held = await sustained(calm, fast.perSecond);
      say('a partner begins to hang');
      const beginning = await transient(troubled, fast.perSecond);
      say('arrivals by the clock');
      const slow = await latency({ calm, troubled }, PARTNERS, fast.perSecond);
      const balances = await Promise.all([calm.ledger.balance(), troubled.ledger.balance()]);
      const sum = (of: 'events' | 'lost' | 'duplicates') => balances.reduce((total, balance) => total + balance[of], 0);
      return {
        figures: [
          ...fast.figures,
          ...profile.figures,
          held,
          ...slow.figures,
          beginning,
          {
            name: 'events lost',
            value: sum('lost'),
            unit: '',
            goal: { atMost: 0 },
            note: `of ${sum('events').toLocaleString('en')}, each checked at its receiver; ${sum('duplicates')} arrived twice`,
          },
        ],
        plots: [...slow.plots, ...fast.plots, profile.plot],
      };
    } finally {
      await Promise.all([calm.close(), troubled.close()]);
      await receivers.stop();
    }
  },
};

const warmUp = async (world: PipelineWorld) =>
  world.ledger.delivered(await burst(world.recorder, world.callsOf(10), WARM_UP_EVENTS, 8));
