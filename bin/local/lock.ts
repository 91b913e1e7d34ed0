import { DatabaseSync } from 'node:sqlite';
import { types } from 'node:util';

export interface Lock {
  release(): void;
}

/**
 * Takes the lock if nobody has it. It is SQLite's lock on an otherwise empty file, which the operating system frees
 * when its holder ends in whatever way: there is no stale lock to clean up.
 */
export function tryLock(file: string): Lock | undefined {
  const database = new DatabaseSync(file);
  try {
    database.exec('BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (isLocked(error)) return undefined;
    throw error;
  }
}

const SQLITE_BUSY = 5;

const isLocked = (error: unknown) => types.isNativeError(error) && 'errcode' in error && error.errcode === SQLITE_BUSY;
