import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Kept } from '../../../tooling/release/kept-releases.ts';
import { bothVersions } from '../both-versions.ts';
import type { Proof, Section, Wanted } from '../section.ts';
import { FAULT_KINDS } from './nature/faults.ts';
import { report, shrunk } from './runs/shrink.ts';
import { count, emptyTally, sum, type Tally } from './runs/tally.ts';
import { type Options, settlingBoundMs, simulate } from './simulate.ts';

/** Shrinking takes time, and more reports rarely add information. */
const MOST_REPORTS = 3;
/** How many seeds a thread simulates at a time. */
const CHUNK = 100;
const minutes = (durationMs: number) => `${(durationMs / 60_000).toFixed(1)} min`;

/** Simulates the whole pipeline under every fault, one seed after another. */
export const simulation: Section = {
  name: 'simulation',
  prove: (wanted) => proveSeeds(wanted),
};

/** Simulates one seed after another, with a rollout over an earlier release if one is named. */
export async function proveSeeds({ runs, seed, say }: Wanted, beside?: Kept): Promise<Proof> {
  const beganMs = performance.now();
  const versions = beside && bothVersions(beside);
  const tally = seed === undefined ? await manySeeds(runs, beside, say) : await oneSeed({ seed, versions }, say);
  for (const { seed: failing } of tally.broken.slice(0, MOST_REPORTS))
    say(report(await shrunk({ seed: failing, versions })));
  return {
    isHeld: tally.broken.length === 0,
    summary: [
      ...summaryOf(tally),
      ...(beside ? [['deliveries whose row both versions wrote', tally.sharedRows] as const] : []),
      ['seconds', ((performance.now() - beganMs) / 1000).toFixed(1)],
    ],
  };
}

/** Simulates the first seeds on all cores, and `beside` an earlier release if one is named. */
async function manySeeds(runs: number, beside: Kept | undefined, say: Wanted['say']): Promise<Tally> {
  const tallies: Tally[] = [];
  let next = 1;

  async function work(): Promise<void> {
    const worker = new Worker(new URL('./runs/worker.ts', import.meta.url));
    try {
      while (next <= runs) {
        const chunk = { from: next, runs: Math.min(CHUNK, runs + 1 - next), beside };
        next += chunk.runs;
        worker.postMessage(chunk);
        // The worker is our own code and sends nothing else.
        const [tally]: Tally[] = await once(worker, 'message');
        if (tally) tallies.push(tally);
        sayProgress(sum(tallies), say);
      }
    } finally {
      await worker.terminate();
    }
  }

  await Promise.all(Array.from({ length: Math.min(availableParallelism(), Math.ceil(runs / CHUNK)) }, work));
  return sum(tallies);
}

function sayProgress({ runs, broken }: Tally, say: Wanted['say']): void {
  if (runs % 1_000 === 0)
    say([`${runs} runs`, ...broken.map(({ seed }) => `seed ${seed} broke an invariant`)].join(', '));
}

async function oneSeed(options: Options, say: Wanted['say']): Promise<Tally> {
  const tally = emptyTally();
  const run = await simulate({ ...options, isTold: true });
  say(run.told.join('\n'));
  count(tally, run);
  return tally;
}

const summaryOf = (tally: Tally): Proof['summary'] => [
  ['runs', tally.runs],
  ['calls', tally.calls],
  ...FAULT_KINDS.map((kind) => [kind, tally.faults[kind] ?? 0] as const),
  ['signing secrets put in force', tally.switches],
  ['notices about partners', tally.notices],
  ['requests on the wire', tally.wireRequests],
  ['most for one call and round', tally.mostRequests],
  ['runs with more than 8', tally.runsOverLimit],
  ['slowest settling after the faults', minutes(tally.slowestSettlingMs)],
  ['bound of the slowest settling', minutes(settlingBoundMs(60_000))],
  ['most hops of a wake-up', tally.mostHops],
  ['runs with few hops allowed', tally.runsWithFewHops],
  ['wake-ups beyond the limit of hops', tally.beyondLimit],
  ['unfinished deliveries', tally.unfinished],
  ['runs that broke an invariant', tally.broken.length],
];
