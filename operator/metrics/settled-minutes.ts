import { iso } from '../iso.ts';
import type { Target } from '../target.ts';
import { lastMinutes, type WantedMetric } from './metric-data.ts';
import { metricsOf } from './service-metrics.ts';

type Settled = 'delivered' | 'refused' | 'dead' | 'skipped';

/** Returns how many deliveries were settled in each of the last minutes, by status, oldest minute first. */
export async function settledMinutes(target: Target, minutes: number) {
  const { startsMs, valuesOf } = await lastMinutes(target, wantedOf(target), minutes);
  const count = (status: Settled, startMs: number) => valuesOf(status).get(startMs) ?? 0;
  return startsMs.map((startMs) => ({
    minute: iso(startMs),
    delivered: count('delivered', startMs),
    refused: count('refused', startMs),
    dead: count('dead', startMs),
    skipped: count('skipped', startMs),
  }));
}

function wantedOf(target: Pick<Target, 'stackName' | 'outputs'>): Record<Settled, WantedMetric> {
  const { own } = metricsOf(target);
  return { delivered: own('delivered'), refused: own('refused'), dead: own('dead'), skipped: own('skipped') };
}
