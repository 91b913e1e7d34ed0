import { METRICS, METRICS_SERVICE, metricsNamespace } from '../../shared/names/metrics.ts';
import { iso } from '../iso.ts';
import type { Target } from '../target.ts';
import { lastMinutes, type WantedMetric } from './metric-data.ts';

type Settled = 'delivered' | 'refused' | 'dead' | 'skipped';

/** Returns how many deliveries were settled in each of the last minutes, by status, oldest minute first. */
export async function settledMinutes(target: Target, minutes: number, realMs?: number) {
  const { startsMs, valuesOf } = await lastMinutes(target, wantedOf(target), minutes, realMs);
  const count = (status: Settled, startMs: number) => valuesOf(status).get(startMs) ?? 0;
  return startsMs.map((startMs) => ({
    minute: iso(startMs),
    delivered: count('delivered', startMs),
    refused: count('refused', startMs),
    dead: count('dead', startMs),
    skipped: count('skipped', startMs),
  }));
}

function wantedOf({ stackName }: Pick<Target, 'stackName'>): Record<Settled, WantedMetric> {
  const ours = { namespace: metricsNamespace(stageOf(stackName)), dimensions: { service: METRICS_SERVICE } };
  const summed = ({ name }: { readonly name: string }): WantedMetric => ({ ...ours, name, statistic: 'Sum' });
  return {
    delivered: summed(METRICS.delivered),
    refused: summed(METRICS.refused),
    dead: summed(METRICS.exhausted),
    skipped: summed(METRICS.skipped),
  };
}

/** A service stack is named after its stage: `partner-lines-prod-service`. */
const stageOf = (stackName: string) => /^partner-lines-(.+)-service$/.exec(stackName)?.[1] ?? stackName;
