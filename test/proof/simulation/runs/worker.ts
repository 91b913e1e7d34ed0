import { parentPort } from 'node:worker_threads';
import * as z from 'zod';
import { simulate } from '../simulate.ts';
import { count, emptyTally } from './tally.ts';

const seeds = z.object({ from: z.int(), runs: z.int() });

/** Runs the share of one thread: simulates the given seeds and sends their totals. */
parentPort?.on('message', async (message: unknown) => {
  const { from, runs } = seeds.parse(message);
  const tally = emptyTally();
  for (let seed = from; seed < from + runs; seed += 1) count(tally, await simulate({ seed }));
  parentPort?.postMessage(tally);
});
