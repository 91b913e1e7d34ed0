import { readFileSync } from 'node:fs';
import { setTimeout as sleepMs } from 'node:timers/promises';

/**
 * Identifies a process. A process id alone can later belong to another process, and `kill(pid, 0)` also succeeds for
 * zombies.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** The start time in clock ticks since boot, as in /proc. */
  readonly startTicks: string;
  readonly commandLine: string;
}

/**
 * Returns the identity of the process with this id. Returns undefined if there is no such process, if the process is a
 * zombie, or if there is no /proc.
 */
export function identityOf(pid: number): ProcessIdentity | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field of the line is the program's name in parentheses. The name can contain spaces and parentheses,
    // so the line is cut at the last parenthesis.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const startTicks = fields[18];
    if (state === 'Z' || state === 'X' || startTicks === undefined) return undefined;
    return { pid, startTicks, commandLine: readFileSync(`/proc/${pid}/cmdline`, 'utf8') };
  } catch {
    return undefined;
  }
}

/** Reports whether the process still runs. Returns false if another process now has its id. */
export function isRunning(identity: ProcessIdentity): boolean {
  const now = identityOf(identity.pid);
  return now?.startTicks === identity.startTicks && now.commandLine === identity.commandLine;
}

/** How long a process may take to end, before it is killed. */
export const KILLED_AFTER_MS = 1_500;
const GIVE_UP_MS = 5_000;
const LOOK_EVERY_MS = 10;

/**
 * Asks the process to end, and later kills it. Returns false if the process is still running after `GIVE_UP_MS`, for
 * example because it belongs to another user.
 */
export async function endProcess(identity: ProcessIdentity): Promise<boolean> {
  const startedAtMs = Date.now();
  sendSignal(identity, 'SIGTERM');
  while (isRunning(identity)) {
    const waitedMs = Date.now() - startedAtMs;
    if (waitedMs > GIVE_UP_MS) return false;
    if (waitedMs > KILLED_AFTER_MS) sendSignal(identity, 'SIGKILL');
    await sleepMs(LOOK_EVERY_MS);
  }
  return true;
}

function sendSignal(identity: ProcessIdentity, name: NodeJS.Signals) {
  try {
    if (isRunning(identity)) process.kill(identity.pid, name);
  } catch {
    // The process ended after the check, or it belongs to another user.
  }
}
