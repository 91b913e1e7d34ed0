import { parentPort } from 'node:worker_threads';
import * as z from 'zod';
import { KEPT } from '../../../../tooling/release/kept-releases.ts';
import { bothVersions } from '../../both-versions.ts';
import { simulate } from '../simulate.ts';
import { count, emptyTally } from './tally.ts';

const seeds = z.object({ from: z.int(), runs: z.int(), beside: z.enum(KEPT).optional() });

/** Runs the share of one thread: simulates the given seeds and sends their totals. */
parentPort?.on('message', async (message: unknown) => {
  const { from, runs, beside } = seeds.parse(message);
  const tally = emptyTally();
  const versions = beside && bothVersions(beside);
  for (let seed = from; seed < from + runs; seed += 1) count(tally, await simulate({ seed, versions }));
  parentPort?.postMessage(tally);
});
