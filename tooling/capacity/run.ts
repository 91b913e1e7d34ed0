import { Problem } from '../command-line/problem.ts';
import { parseFlags, USAGE } from './flags.ts';
import { planFor } from './plan.ts';
import { reportOf } from './report.ts';

export interface Terminal {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

/** Runs `npm run capacity` with these arguments and returns the exit code. */
export function runCapacity(args: readonly string[], { out, err }: Terminal): number {
  try {
    const asked = parseFlags(args);
    if (asked === undefined) out(USAGE);
    else out(asked.isJson ? JSON.stringify(planFor(asked.load), null, 2) : reportOf(planFor(asked.load)));
    return 0;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    err(error.message);
    return error.exitCode;
  }
}
