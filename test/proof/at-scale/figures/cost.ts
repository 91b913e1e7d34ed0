import { MEMORY_MB } from '../../../../lib/functions/capacity.ts';
import { PRICES, type Price } from '../../../../tooling/capacity/prices.ts';
import type { Run } from '../simulate.ts';

/** Memory of every function of the pipeline. */
const MEMORY_GB = MEMORY_MB.background / 1_024;

/** Returns what the run cost by part, in dollars per million calls. Logs are missing, because nothing logs here. */
export function costPerMillion({ pipe, calls }: Run): ReadonlyMap<string, number> {
  const usages = [...pipe.usage.values()];
  const sumOf = (figures: readonly number[]) => figures.reduce((sum, figure) => sum + figure, 0);
  const queueRequests = sumOf([...pipe.queues.values()].map(({ counts }) => counts.requests));
  const used: readonly (readonly [part: string, price: Price, amount: number])[] = [
    ['table writes', PRICES.writeUnit, pipe.units.total.write],
    ['table reads', PRICES.readUnit, pipe.units.total.read],
    ['queue requests', PRICES.queueRequest, queueRequests],
    ['group ids', PRICES.fairQueueRequest, queueRequests],
    ['decryptions', PRICES.keyRequest, pipe.counts.decrypted],
    ['invocations', PRICES.invocation, sumOf(usages.map(({ invocations }) => invocations))],
    ['run time', PRICES.gigabyteSecond, (MEMORY_GB * sumOf(usages.map(({ busyMs }) => busyMs))) / 1_000],
  ];
  return new Map(used.map(([part, { usd, per }, amount]) => [part, ((usd / per) * amount * 1e6) / calls.recorded]));
}
