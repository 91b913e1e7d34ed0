import * as z from 'zod';
import type { ProcessIdentity } from '../../tooling/machine/processes.ts';

/** The content of `engines.json`: the watchdog's process and the engines' processes. */
export const engineRecord: z.ZodType<ProcessIdentity[]> = z.array(
  z.object({ pid: z.int().positive(), startTicks: z.string(), commandLine: z.string() }),
);
