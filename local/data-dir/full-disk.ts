import { statfsSync } from 'node:fs';
import { causeOf } from '../../tooling/command-line/explain-error.ts';

/** The least free space with which the next write is safe. An engine's write takes several dozen pages of 4 KiB. */
const TOO_LITTLE_BYTES = 1024 * 1024;
/** How often the free space is checked, and how often a failed write of a log is repeated. */
export const RETRY_EVERY_MS = 1_000;
/** How many bytes of each log wait in memory while the log cannot be written. Further lines are dropped. */
export const WAITING_LOG_BYTES = 8 * 1024 * 1024;
/** The error codes for a full disk and for a user's quota that is used up. */
const FULL = ['ENOSPC', 'EDQUOT'];

export type DiskWatch = ReturnType<typeof diskWatch>;

/**
 * Reports a full disk once, and reports again when there is space. Otherwise each failed request and delivery would
 * report the full disk, several times per second.
 */
export function diskWatch(folder: string, say: (sentence: string) => void) {
  let looking: NodeJS.Timeout | undefined;

  const look = () => {
    if (isNearlyFull(folder)) return;
    clearInterval(looking);
    looking = undefined;
    say(`The disk of ${folder} has room again.`);
  };
  return {
    /** Returns whether a full disk explains a fault that has just happened. Reports a full disk only once. */
    reportIfFull(fault: unknown): boolean {
      if (looking) return true;
      if (!FULL.includes(causeOf(fault)) && !isNearlyFull(folder)) return false;
      looking = setInterval(look, RETRY_EVERY_MS);
      say(`The disk of ${folder} is full: requests fail and deliveries wait until there is room.`);
      return true;
    },
    close: () => clearInterval(looking),
  };
}

function isNearlyFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < TOO_LITTLE_BYTES;
  } catch {
    // If the free space cannot be read, the disk does not count as full, so the caller reports its own fault.
    return false;
  }
}
