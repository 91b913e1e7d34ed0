/**
 * `npm run -s capacity -- --calls-per-hour N --partners N`: computes what a load needs and costs, and which limit it
 * reaches first.
 */
import { runCapacity } from '../tooling/capacity/run.ts';

process.exitCode = await runCapacity(process.argv.slice(2), { out: console.log, err: console.error });
