import { operator } from './operator.ts';
import { queuesOf } from './queues.ts';
import type { Service } from './service.ts';

const LANES = [
  { mapping: 'deliver', queue: 'deliveryQueueUrl' },
  { mapping: 'deliver-slow', queue: 'slowQueueUrl' },
  { mapping: 'deliver-hung', queue: 'hungQueueUrl' },
] as const;

/**
 * Returns the queues of all lanes as one. On a busy machine a healthy receiver can take over a second to respond, and
 * the next wake-ups of its partner then wait in another lane.
 */
export function lanesOf(ready: Service['ready']) {
  const queues = queuesOf(ready);
  const turn = (verb: 'disable' | 'enable') =>
    Promise.all(LANES.map(({ mapping }) => operator(ready.dataDir, ['mapping', verb, '--name', mapping])));
  return {
    disable: () => turn('disable'),
    enable: () => turn('enable'),
    async waiting(): Promise<number> {
      const counts = await Promise.all(LANES.map(({ queue }) => queues.waiting(queue)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    purge: () => Promise.all(LANES.map(({ queue }) => queues.purge(queue))),
  };
}
