import { existsSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleepMs } from 'node:timers/promises';
import { causeOf, sqliteCode } from '../../tooling/command-line/explain-error.ts';
import { Problem } from '../../tooling/command-line/problem.ts';

export interface Lock {
  release(): void;
}

const LOOK_EVERY_MS = 50;
const SQLITE_BUSY = 5;
const SQLITE_NOTADB = 26;

/**
 * Takes the lock, or returns undefined if another process holds it. The lock is SQLite's own, on an empty file. The
 * operating system frees it when the process ends, even after a crash, so no stale lock is left. If the file cannot be
 * used, throws a Problem that names it.
 */
export function tryLock(file: string): Lock | undefined {
  try {
    return takeLock(file);
  } catch (error) {
    if (sqliteCode(error) === SQLITE_BUSY) return undefined;
    if (sqliteCode(error) !== SQLITE_NOTADB) throw new Problem(`The lock ${file} cannot be taken (${causeOf(error)}).`);
  }
  // The file is damaged, but nobody holds the lock: SQLite reports a held lock before it reads the file. The file is
  // emptied in place, because a new file would be a second lock.
  truncateSync(file);
  return tryLock(file);
}

/** Takes the lock as soon as no other process holds it. */
export async function waitForLock(file: string): Promise<Lock> {
  for (;;) {
    const lock = tryLock(file);
    if (lock) return lock;
    await sleepMs(LOOK_EVERY_MS);
  }
}

function takeLock(file: string): Lock {
  // SQLite would create a file that everybody may read, and anybody who can read the file can lock it.
  if (!existsSync(file)) writeFileSync(file, '', { flag: 'a', mode: 0o600 });
  const database = new DatabaseSync(file);
  try {
    database.exec('BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
}
