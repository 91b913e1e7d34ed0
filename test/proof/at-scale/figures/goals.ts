import { quantile } from '../../../bench/statistics.ts';
import type { Goal, Scenario } from '../scenarios/scenario.ts';
import type { Run } from '../simulate.ts';
import { longest } from './times.ts';

export interface Result extends Goal {
  readonly valueMs: number;
  readonly isMet: boolean;
}

/** Returns the figure of each goal. A goal without a single call is missed. */
export const resultsOf = ({ watch }: Run, { goals }: Pick<Scenario, 'goals'>): Result[] =>
  goals.map((goal) => {
    const waitsMs = [...watch.seenBy.values()]
      .filter(({ role, part }) => role === goal.role && (goal.part === undefined || part === goal.part))
      .flatMap((seen) => seen.waitsMs);
    const valueMs = goal.figure === 'p99' ? quantile(waitsMs, 0.99) : longest(waitsMs);
    return { ...goal, valueMs, isMet: valueMs <= goal.atMostMs };
  });

/** Returns the promises that the run broke. Nothing may ever break one, whatever the load. */
export function brokenIn({ watch: { broken }, lost, pipe }: Run): string[] {
  const counts: Readonly<Record<string, number>> = {
    'requests before their attempt was due': broken.early,
    'requests beyond eight': broken.beyondEight,
    'requests without a claim': broken.unclaimed,
    'deliveries that nothing will wake': lost,
    'dead letters': [...pipe.queues.values()].reduce((sum, { counts: { deadLetters } }) => sum + deadLetters, 0),
  };
  return Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${what}: ${count}`] : []));
}
