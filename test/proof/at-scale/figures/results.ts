import { quantile } from '../../../bench/statistics.ts';
import type { Bound, Goal, Scenario } from '../scenarios/scenario.ts';
import type { Run } from '../simulate.ts';
import { shareOfRate } from './drains.ts';
import { inSeconds, longest } from './report.ts';

interface Result {
  readonly what: string;
  /** The figure and its bound, as text. */
  readonly figure: string;
  readonly bound: string;
  readonly isMet: boolean;
}

/** Returns the figure of each goal. A wait without a single call misses its goal. */
export const resultsOf = (run: Run, { goals }: Pick<Scenario, 'goals'>): Result[] =>
  goals.map((goal) => ({ what: goal.what, ...judged(run, goal, goal.bound) }));

function judged(run: Run, goal: Goal, bound: Bound): Omit<Result, 'what'> {
  const seen = [...run.watch.seenBy.values()].filter(
    ({ role, part }) => role === goal.role && (goal.part === undefined || part === goal.part),
  );
  switch (bound.figure) {
    case 'requests': {
      const requests = seen.reduce((sum, one) => sum + one.requests, 0);
      return { figure: String(requests), bound: `at most ${bound.atMost}`, isMet: requests <= bound.atMost };
    }
    case 'unsent': {
      const unsent = [...run.watch.pending.values()].filter((one) => one.requests === 0 && seen.includes(one.seen));
      return { figure: String(unsent.length), bound: `at most ${bound.atMost}`, isMet: unsent.length <= bound.atMost };
    }
    case 'in flight': {
      const most = run.gauges.get('main queue, messages in flight')?.most ?? Number.NaN;
      return { figure: String(most), bound: `at most ${bound.atMost}`, isMet: most <= bound.atMost };
    }
    case 'drain': {
      const [own, other] = [goal.role, bound.of].map((role) => run.drains.find((drain) => drain.role === role));
      const share = own && other ? shareOfRate(own, other) : Number.NaN;
      return { figure: share.toFixed(2), bound: `at least ${bound.atLeast}`, isMet: share >= bound.atLeast };
    }
    default: {
      const waitsMs = seen.flatMap((one) => one.waitsMs);
      const valueMs = bound.figure === 'p99' ? quantile(waitsMs, 0.99) : longest(waitsMs);
      return {
        figure: inSeconds(valueMs),
        bound: `at most ${inSeconds(bound.atMostMs)}`,
        isMet: valueMs <= bound.atMostMs,
      };
    }
  }
}

/** Returns the promises that the run broke. No load may break one. */
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
