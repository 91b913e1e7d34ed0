import { cold } from './cold/bench.ts';
import { consumption } from './consumption/bench.ts';
import { fairness } from './fairness/bench.ts';
import type { Bench } from './figure.ts';
import { growth } from './growth/bench.ts';
import { pipeline } from './pipeline/bench.ts';
import { sender } from './sender/bench.ts';
import { warm } from './warm/bench.ts';

/** All benches, in the order in which `npm run bench` runs them. */
export const BENCHES: readonly Bench[] = [cold, warm, sender, consumption, growth, pipeline, fairness];
