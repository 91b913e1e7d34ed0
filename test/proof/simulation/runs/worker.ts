import { parentPort } from 'node:worker_threads';
import * as z from 'zod';
import { simulate } from '../simulate.ts';
import { count, emptyTally } from './tally.ts';

const seeds = z.object({ from: z.int(), runs: z.int() });

/** One thread's share: runs the seeds it is told and answers what they came to. */
parentPort?.on('message', async (message: unknown) => {
  const { from, runs } = seeds.parse(message);
  const tally = emptyTally();
  for (let seed = from; seed < from + runs; seed += 1) count(tally, await simulate({ seed }));
  parentPort?.postMessage(tally);
});
