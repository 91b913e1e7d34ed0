import { MAX_ATTEMPTS } from '../../../../shared/domain/deliveries/numbers.ts';
import type { FaultKind } from '../nature/faults.ts';
import type { Run } from '../simulate.ts';

/** The totals of many runs. Plain data, so that threads can send it. */
export interface Tally {
  runs: number;
  calls: number;
  wireRequests: number;
  /** The most requests of one call in one replay round. */
  mostRequests: number;
  runsOverLimit: number;
  switches: number;
  notices: number;
  unfinished: number;
  slowestSettlingMs: number;
  /** The most hops, in runs with the deployed limit. */
  mostHops: number;
  /**
   * Wake-ups beyond the limit of hops in all runs. In the runs that `runsWithFewHops` counts, the limit is so low that
   * such wake-ups are expected.
   */
  beyondLimit: number;
  runsWithFewHops: number;
  readonly faults: Partial<Record<FaultKind, number>>;
  readonly broken: { readonly seed: number; readonly broken: string }[];
}

export const emptyTally = (): Tally => ({
  runs: 0,
  calls: 0,
  wireRequests: 0,
  mostRequests: 0,
  runsOverLimit: 0,
  switches: 0,
  notices: 0,
  unfinished: 0,
  slowestSettlingMs: 0,
  mostHops: 0,
  beyondLimit: 0,
  runsWithFewHops: 0,
  faults: {},
  broken: [],
});

export function count(tally: Tally, run: Run): void {
  tally.runs += 1;
  tally.calls += run.calls;
  tally.wireRequests += run.wireRequests;
  tally.mostRequests = Math.max(tally.mostRequests, run.mostRequests);
  tally.runsOverLimit += run.mostRequests > MAX_ATTEMPTS ? 1 : 0;
  tally.switches += run.switches;
  tally.notices += run.notices;
  tally.unfinished += run.unfinished;
  tally.beyondLimit += run.beyondLimit;
  if (run.hasAllHops) {
    tally.mostHops = Math.max(tally.mostHops, run.mostHops);
    tally.slowestSettlingMs = Math.max(tally.slowestSettlingMs, run.settledAfterMs);
  } else {
    tally.runsWithFewHops += 1;
  }
  for (const { kind } of run.faults) tally.faults[kind] = (tally.faults[kind] ?? 0) + 1;
  if (run.broken !== undefined) tally.broken.push({ seed: run.seed, broken: run.broken });
}

export function sum(tallies: readonly Tally[]): Tally {
  const all = emptyTally();
  for (const { faults, broken, ...one } of tallies) {
    all.runs += one.runs;
    all.calls += one.calls;
    all.wireRequests += one.wireRequests;
    all.mostRequests = Math.max(all.mostRequests, one.mostRequests);
    all.runsOverLimit += one.runsOverLimit;
    all.switches += one.switches;
    all.notices += one.notices;
    all.unfinished += one.unfinished;
    all.mostHops = Math.max(all.mostHops, one.mostHops);
    all.beyondLimit += one.beyondLimit;
    all.runsWithFewHops += one.runsWithFewHops;
    all.slowestSettlingMs = Math.max(all.slowestSettlingMs, one.slowestSettlingMs);
    for (const [kind, happened] of entriesOf(faults)) all.faults[kind] = (all.faults[kind] ?? 0) + happened;
    all.broken.push(...broken);
  }
  return all;
}

const entriesOf = (faults: Tally['faults']) =>
  Object.entries(faults).filter((entry): entry is [FaultKind, number] => entry[1] > 0);
