import { runTool, type Terminal } from '../command-line/run-tool.ts';
import { parseFlags, USAGE } from './flags.ts';
import { planFor } from './plan.ts';
import { reportOf } from './report.ts';

/** Runs `npm run capacity` with these arguments and returns the exit code. */
export const runCapacity = (args: readonly string[], terminal: Terminal): Promise<number> =>
  runTool(terminal, ({ out }) => {
    const asked = parseFlags(args);
    if (asked === undefined) return out(USAGE);
    const plan = planFor(asked.load);
    out(asked.isJson ? JSON.stringify(plan, null, 2) : reportOf(plan));
  });
