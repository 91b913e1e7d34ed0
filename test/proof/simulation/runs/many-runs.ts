import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Kept } from '../../../../tooling/release/kept-releases.ts';
import { sum, type Tally } from './tally.ts';

const CHUNK = 100;

/** Simulates consecutive seeds on all cores, and `beside` an earlier release if one is named. Calls `onProgress` after every hundred. */
export async function manyRuns(
  { from, runs, beside }: { readonly from: number; readonly runs: number; readonly beside?: Kept | undefined },
  onProgress: (soFar: Tally) => void,
): Promise<Tally> {
  const tallies: Tally[] = [];
  let next = from;

  async function work(): Promise<void> {
    const worker = new Worker(new URL('./worker.ts', import.meta.url));
    try {
      while (next < from + runs) {
        const chunk = { from: next, runs: Math.min(CHUNK, from + runs - next), beside };
        next += chunk.runs;
        worker.postMessage(chunk);
        // The worker is our own code and sends nothing else.
        const [tally]: Tally[] = await once(worker, 'message');
        if (tally) tallies.push(tally);
        onProgress(sum(tallies));
      }
    } finally {
      await worker.terminate();
    }
  }

  await Promise.all(Array.from({ length: Math.min(availableParallelism(), Math.ceil(runs / CHUNK)) }, work));
  return sum(tallies);
}
