import { truncateSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { causeOf, sqliteCode } from '../../tooling/command-line/explain-error.ts';
import { Problem } from '../../tooling/command-line/problem.ts';

export interface Lock {
  release(): void;
}

const SQLITE_BUSY = 5;
const SQLITE_NOTADB = 26;

/**
 * Takes the lock if nobody has it. It is SQLite's lock on an otherwise empty file, which the operating system frees
 * when its holder ends, however it ends: there is no stale lock to clean up. Throws a Problem that names the file when
 * it cannot be used.
 */
export function tryLock(file: string): Lock | undefined {
  try {
    return locked(file);
  } catch (error) {
    if (sqliteCode(error) === SQLITE_BUSY) return undefined;
    if (sqliteCode(error) !== SQLITE_NOTADB) throw new Problem(`The lock ${file} cannot be taken (${causeOf(error)}).`);
  }
  // Nobody holds it, or SQLite would have said so before it looked inside. Emptied in place, it is still one lock for all.
  truncateSync(file);
  return tryLock(file);
}

function locked(file: string): Lock {
  const database = new DatabaseSync(file);
  try {
    database.exec('BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
}
