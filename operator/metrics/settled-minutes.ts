import { METRICS, METRICS_SERVICE } from '../../shared/names/metrics.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
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

function wantedOf({ stackName, outputs }: Pick<Target, 'stackName' | 'outputs'>): Record<Settled, WantedMetric> {
  const { MetricsNamespace: namespace } = outputs;
  if (namespace === undefined) throw new Problem(`${stackName} has no output MetricsNamespace. Deploy this version.`);
  const ours = { namespace, dimensions: { service: METRICS_SERVICE } };
  const summed = ({ name }: { readonly name: string }): WantedMetric => ({ ...ours, name, statistic: 'Sum' });
  return {
    delivered: summed(METRICS.delivered),
    refused: summed(METRICS.refused),
    dead: summed(METRICS.exhausted),
    skipped: summed(METRICS.skipped),
  };
}
