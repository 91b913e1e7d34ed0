import type { Bench } from '../figure.ts';
import { cpuOfAnEvent } from './cpu-by-part.ts';
import { EXTENTS } from './extent.ts';
import { latency, transient } from './latency.ts';
import { startReceivers } from './receiver-process.ts';
import { burst } from './recorder.ts';
import { sustained, throughput } from './throughput.ts';
import { type PipelineWorld, pipelineWorld } from './world.ts';

/** Measures the local service from a recorded call to its POST. All its parts and the load share one machine. */
export const pipeline: Bench = {
  name: 'pipeline',
  about: 'latency and throughput from a recorded call to its POST, and whether every event arrives once',
  async measure({ size, say }) {
    const extent = EXTENTS[size];
    const most = Math.max(...extent.partners);
    say(`two services with ${most.toLocaleString('en')} partners each`);
    const receivers = await startReceivers(most);
    const calm = await pipelineWorld(receivers, most);
    const troubled = size === 'short' ? calm : await pipelineWorld(receivers, most);
    const worlds = [...new Set([calm, troubled])];
    try {
      for (const world of worlds) await warmUp(world, extent.warmUpEvents);
      say('as fast as it goes');
      const fast = await throughput(calm, extent);
      const profile = await cpuOfAnEvent(calm, extent.eventsOfProfile);
      say('raising the rate until a backlog grows');
      const held = await sustained(calm, extent, fast.perSecond);
      say('a partner begins to hang');
      const beginning = await transient(troubled, extent, fast.perSecond);
      say('arrivals by the clock');
      const slow = await latency({ calm, troubled }, extent, fast.perSecond);
      const balances = await Promise.all(worlds.map(({ ledger }) => ledger.balance()));
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
            note: `of ${sum('events').toLocaleString('en')} events; ${sum('duplicates')} arrived twice`,
          },
        ],
        plots: [...slow.plots, ...fast.plots, profile.plot],
      };
    } finally {
      await Promise.all(worlds.map((world) => world.close()));
      await receivers.stop();
    }
  },
};

const warmUp = async (world: PipelineWorld, events: number) =>
  world.ledger.delivered(await burst(world.recorder, world.callsOf(10), events, 8));
