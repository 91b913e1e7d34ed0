/** `npm run -s capacity -- --calls-per-hour N --partners N`: see docs/scale.md. */
import { runCapacity } from '../tooling/capacity/run.ts';

process.exitCode = runCapacity(process.argv.slice(2), { out: console.log, err: console.error });
