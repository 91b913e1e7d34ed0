import { BUDGET_DAYS, BURN_HOURS } from '../../shared/domain/burn-rates.ts';
import { type Count, OBJECTIVES, type Objective } from '../../shared/names/objectives.ts';
import { isoTime } from '../iso-time.ts';
import type { Target } from '../target.ts';
import { readLastPeriods, type WantedMetric } from './metric-data.ts';
import { metricDescribers } from './service-metrics.ts';

/** An objective, and what is left of its budget. */
export interface Budget {
  readonly objective: Objective['name'];
  readonly promise: string;
  readonly targetPercent: number;
  /** The beginning of the `BUDGET_DAYS` over which the budget is counted. */
  readonly since: string;
  /** How many requests or events were counted, from `since` on. */
  readonly all: number;
  readonly bad: number;
  /** The share of good requests or events. Null if nothing was counted. */
  readonly goodPercent: number | null;
  /** 100 if nothing of the budget is used up, 0 if all of it is. Below 0, the objective is missed. */
  readonly budgetLeftPercent: number;
  /** The burn rate of the last `BURN_HOURS`. At 1, a budget lasts `BUDGET_DAYS`. Null if nothing was counted. */
  readonly burnRate: number | null;
}

/** CloudWatch keeps one value per minute for 15 days, and one value per hour for 455 days. */
const HOUR_SECONDS = 3_600;

/** Returns each objective's budget: what was counted in the last `BUDGET_DAYS`, and what is left. */
export async function budgetsLeft(target: Target): Promise<Budget[]> {
  const counts = OBJECTIVES.flatMap(({ all, bad, allowed }) => [...all, ...bad, ...allowed]);
  const periods = { count: BUDGET_DAYS * 24, periodSeconds: HOUR_SECONDS };
  const { startsMs, valuesOf } = await readLastPeriods(target, wantedMetricsOf(target, counts), periods);
  const recentMs = startsMs.at(-BURN_HOURS) ?? 0;
  const totalOf = (summed: readonly Count[], fromMs = 0) =>
    summed
      .flatMap((count) => [...valuesOf(idOf(count))])
      .reduce((total, [startMs, value]) => (startMs < fromMs ? total : total + value), 0);
  const countedFrom = ({ all, bad, allowed, targetPercent }: Objective, fromMs?: number): Counted => ({
    all: totalOf(all, fromMs),
    // The difference could be negative, because our metrics and those of AWS do not arrive at the same moment.
    bad: Math.max(0, totalOf(bad, fromMs) - totalOf(allowed, fromMs)),
    targetPercent,
  });
  return OBJECTIVES.map((objective) => ({
    objective: objective.name,
    promise: objective.promise,
    targetPercent: objective.targetPercent,
    since: isoTime(startsMs[0] ?? 0),
    ...budgetOf(countedFrom(objective)),
    burnRate: burnRateOf(countedFrom(objective, recentMs)),
  }));
}

type Counted = Readonly<Record<'all' | 'bad' | 'targetPercent', number>>;

function budgetOf({ all, bad, targetPercent }: Counted) {
  if (all === 0) return { all, bad, goodPercent: null, budgetLeftPercent: 100 };
  const badPercent = (100 * bad) / all;
  return {
    all,
    bad,
    goodPercent: roundedDown(100 - badPercent),
    budgetLeftPercent: roundedDown(100 - (100 * badPercent) / (100 - targetPercent)),
  };
}

const burnRateOf = ({ all, bad, targetPercent }: Counted) =>
  all === 0 ? null : Math.round((1_000 * bad) / all / (100 - targetPercent)) / 10;

/** Rounds down, so that a percentage never looks better than it is. */
const roundedDown = (percent: number) => Math.floor(percent * 1_000 + 1e-6) / 1_000;

const wantedMetricsOf = (target: Target, counts: readonly Count[]): Record<string, WantedMetric> => {
  const { api, own } = metricDescribers(target);
  return Object.fromEntries(
    counts.map((count) => [idOf(count), 'api' in count ? api(count.api) : own(count.own)] as const),
  );
};
const idOf = (count: Count) => ('api' in count ? `api${count.api}` : count.own);
