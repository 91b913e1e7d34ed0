import { RECORDS_PER_BATCH } from '../../shared/domain/batch-sizes.ts';
import { MAX_ATTEMPTS } from '../../shared/domain/deliveries/retry-policy.ts';
import { COLD_START_MS, FIRST_SHARDS, POLL_SHARD_EVERY_MS } from './aws-figures.ts';
import { type CostLine, costOfMonth, warmInstanceMonthlyUsd } from './cost.ts';
import { type Limit, limitsOf, maxCallsPerSecondInLargestOutage } from './limits.ts';
import { averageCallsPerSecond, type Load, peakCallsPerSecond } from './load.ts';
import { sumOf } from './numbers.ts';
import {
  chosenSettings,
  hungRequestsInLargestOutage,
  type LoadSettings,
  neededSettings,
  PLANNED_REQUESTS,
  PROD,
  type Quota,
  quotasFor,
} from './settings.ts';
import { type Usage, usageAt } from './usage.ts';

/** How many shards the stream needs so that new records are read in time, and how many a new table has. */
interface StreamNeed {
  readonly shards: number;
  readonly has: number;
}

/** The number of warm instances with which few requests wait for a cold start, and the price of these instances. */
interface WarmStart {
  readonly what: 'authorizer' | 'endpoints';
  readonly instances: number;
  readonly usdPerMonth: number;
}

/** What happens if the receiver of the largest partner stops responding, so that each attempt times out. */
interface OutageOfLargest {
  /** How many invocations the hung lane needs for the deliveries of the largest partner and of other failing partners. */
  readonly hungInvocations: number;
  /** How many writes per second the item with the health of the largest partner gets, one per failed attempt. */
  readonly healthWritesPerSecond: number;
  /** The rate of calls up to which the hung lane suffices: with the settings of prod, and with those of the plan. */
  readonly maxCallsPerSecond: { readonly prod: number; readonly chosen: number };
}

export interface Plan {
  readonly load: Load;
  readonly averageCallsPerSecond: number;
  /** What the service uses in the busiest second. */
  readonly peak: Usage;
  readonly stream: StreamNeed;
  readonly settings: { readonly needed: LoadSettings; readonly chosen: LoadSettings };
  readonly outageOfLargest: OutageOfLargest;
  readonly quotas: readonly Quota[];
  /** The limits with the settings of prod and of the plan, each list sorted by the rate of calls at the limit, lowest first. */
  readonly limits: { readonly prod: readonly Limit[]; readonly chosen: readonly Limit[] };
  readonly costOfMonth: readonly CostLine[];
  readonly usdPerMonth: number;
  readonly warmStart: { readonly savesMs: number; readonly functions: readonly WarmStart[] };
}

export function planFor(load: Load): Plan {
  const peak = usageAt(peakCallsPerSecond(load), load);
  const needed = neededSettings(peak, load);
  const chosen = chosenSettings(needed);
  const cost = costOfMonth(load);
  return {
    load,
    averageCallsPerSecond: averageCallsPerSecond(load),
    peak,
    stream: {
      shards: Math.max(1, Math.ceil((peak.callsPerSecond * POLL_SHARD_EVERY_MS) / 1_000 / RECORDS_PER_BATCH)),
      has: FIRST_SHARDS,
    },
    settings: { needed, chosen },
    outageOfLargest: {
      hungInvocations: Math.ceil(hungRequestsInLargestOutage(peak, load) / PLANNED_REQUESTS.hung),
      healthWritesPerSecond: peak.callsPerSecond * load.largestPartnerShare * MAX_ATTEMPTS,
      maxCallsPerSecond: {
        prod: maxCallsPerSecondInLargestOutage(load, PROD),
        chosen: maxCallsPerSecondInLargestOutage(load, chosen),
      },
    },
    quotas: quotasFor(peak, chosen),
    limits: { prod: limitsOf(load, PROD), chosen: limitsOf(load, chosen) },
    costOfMonth: cost,
    usdPerMonth: sumOf(cost.map(({ usd }) => usd)),
    warmStart: {
      savesMs: COLD_START_MS,
      functions: (['authorizer', 'endpoints'] as const).map((what) => {
        const instances = warmInstances(peak.concurrency[what]);
        return { what, instances, usdPerMonth: instances * warmInstanceMonthlyUsd() };
      }),
    },
  };
}

/** Requests arrive at random (Poisson), so two standard deviations are added to the average. */
const warmInstances = (running: number) => Math.ceil(running + 2 * Math.sqrt(running));
