import { readFileSync } from 'node:fs';
import { setTimeout as sleepMs } from 'node:timers/promises';
import * as z from 'zod';

/**
 * One run of one program. A process id alone would also fit a stranger who got the id later, and `kill(pid, 0)`
 * finds zombies too.
 */
export const processIdentity = z.object({
  pid: z.int().positive(),
  /** Clock ticks since boot, as /proc has it. */
  startTicks: z.string(),
  commandLine: z.string(),
});
export type ProcessIdentity = z.infer<typeof processIdentity>;

/** Who runs under this id now. Undefined for nobody, for a zombie, and where there is no /proc. */
export function identify(pid: number): ProcessIdentity | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may hold blanks and brackets itself.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const startTicks = fields[18];
    if (state === 'Z' || state === 'X' || startTicks === undefined) return undefined;
    return { pid, startTicks, commandLine: readFileSync(`/proc/${pid}/cmdline`, 'utf8') };
  } catch {
    return undefined;
  }
}

/** Whether exactly this run is still going on. */
export function isRunning(identity: ProcessIdentity): boolean {
  const now = identify(identity.pid);
  return now?.startTicks === identity.startTicks && now.commandLine === identity.commandLine;
}

const GRACE_MS = 1_500;
const GIVE_UP_MS = 5_000;
const LOOK_EVERY_MS = 10;

/** Asks the process to end and ends it if it does not. False if it cannot be ended, for it is another user's. */
export async function endProcess(identity: ProcessIdentity): Promise<boolean> {
  const startedAtMs = Date.now();
  signal(identity, 'SIGTERM');
  while (isRunning(identity)) {
    const waitedMs = Date.now() - startedAtMs;
    if (waitedMs > GIVE_UP_MS) return false;
    if (waitedMs > GRACE_MS) signal(identity, 'SIGKILL');
    await sleepMs(LOOK_EVERY_MS);
  }
  return true;
}

function signal(identity: ProcessIdentity, name: NodeJS.Signals) {
  try {
    if (isRunning(identity)) process.kill(identity.pid, name);
  } catch {
    // It ended between the look and the signal.
  }
}
