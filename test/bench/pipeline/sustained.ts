import type { Figure } from '../figure.ts';
import type { Extent } from './extent.ts';
import { arrivals } from './load.ts';
import type { PipelineWorld } from './world.ts';

const PARTNERS = 10;
/** If more events than arrive in this many seconds are unfinished at the end, there is a backlog. */
const LEFT_OVER_SECONDS = 1;

/** Measures the highest rate of arrivals without a backlog. It raises the rate until a backlog grows. */
export async function sustained(
  world: PipelineWorld,
  { steps, stepSeconds }: Extent,
  burstPerSecond: number,
): Promise<Figure> {
  let held = 0;
  for (const step of steps) {
    const ratePerSecond = burstPerSecond * step;
    const recorded = await arrivals(world.recorder, world.callsOf(PARTNERS), ratePerSecond, stepSeconds);
    const delivered = await world.ledger.delivered(recorded);
    const endMs = Math.max(...delivered.map(({ plannedAtMs }) => plannedAtMs));
    const leftOver = delivered.filter(({ postedAtMs }) => postedAtMs > endMs).length;
    if (leftOver > ratePerSecond * LEFT_OVER_SECONDS) break;
    held = delivered.length / stepSeconds;
  }
  return { name: `sustained, partners: ${PARTNERS}`, value: held, unit: 'deliveries/s' };
}
