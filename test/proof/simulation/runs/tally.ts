import { MAX_ATTEMPTS } from '../../../../shared/domain/deliveries/retry-policy.ts';
import type { FaultKind } from '../nature/faults.ts';
import type { Run } from '../simulate.ts';

/** The totals of many runs. Plain data, so that threads can send it. */
export const emptyTally = () => ({
  runs: 0,
  calls: 0,
  wireRequests: 0,
  /** The most requests of one call in one round. */
  mostRequests: 0,
  runsOverLimit: 0,
  switches: 0,
  notices: 0,
  sharedRows: 0,
  unfinished: 0,
  slowestSettlingMs: 0,
  /** The most hops, in runs with the deployed limit. */
  mostHops: 0,
  /**
   * Wake-ups beyond the limit of hops in all runs. In the runs that `runsWithFewHops` counts, the limit is so low that
   * such wake-ups are expected.
   */
  beyondLimit: 0,
  runsWithFewHops: 0,
  faults: {} as Partial<Record<FaultKind, number>>,
  broken: [] as { readonly seed: number; readonly broken: string }[],
});
export type Tally = ReturnType<typeof emptyTally>;

/** Counts of which the tally has the largest. It has the sums of all others. */
const MAXIMA: ReadonlySet<string> = new Set(['mostRequests', 'slowestSettlingMs', 'mostHops']);

export const count = (tally: Tally, run: Run): void => add(tally, tallyOf(run));

const tallyOf = ({ seed, broken, ...run }: Run): Tally => ({
  ...emptyTally(),
  runs: 1,
  calls: run.calls,
  wireRequests: run.wireRequests,
  mostRequests: run.mostRequests,
  runsOverLimit: run.mostRequests > MAX_ATTEMPTS ? 1 : 0,
  switches: run.switches,
  notices: run.notices,
  sharedRows: run.sharedRows,
  unfinished: run.unfinished,
  beyondLimit: run.beyondLimit,
  ...(run.hasAllHops ? { mostHops: run.mostHops, slowestSettlingMs: run.settledAfterMs } : { runsWithFewHops: 1 }),
  faults: Object.fromEntries([...Map.groupBy(run.faults, ({ kind }) => kind)].map(([kind, all]) => [kind, all.length])),
  broken: broken === undefined ? [] : [{ seed, broken }],
});

export function sum(tallies: readonly Tally[]): Tally {
  const all = emptyTally();
  for (const tally of tallies) add(all, tally);
  return all;
}

function add(all: Tally, { faults, broken, ...counts }: Tally): void {
  for (const [name, value] of entriesOf(counts))
    all[name] = MAXIMA.has(name) ? Math.max(all[name], value) : all[name] + value;
  for (const [kind, happened] of entriesOf(faults)) all.faults[kind] = (all.faults[kind] ?? 0) + happened;
  all.broken.push(...broken);
}

const entriesOf = <Name extends string>(counts: Partial<Record<Name, number>>) =>
  Object.entries(counts) as [Name, number][];
