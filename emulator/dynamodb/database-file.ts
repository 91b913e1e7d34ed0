import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { causeOf } from '../../tooling/command-line/explain-error.ts';
import { Problem } from '../../tooling/command-line/problem.ts';

interface Options {
  /** Fails when another process has it open. */
  readonly alone: boolean;
}

/**
 * Brings an engine's SQLite file to rest while the engine does not run: what a killed engine has left in the
 * write-ahead log moves into the file, so that the log begins empty. Throws a Problem that names the file when it is
 * damaged or in use.
 */
export function settleDatabase(file: string, { alone }: Options = { alone: false }): void {
  if (!existsSync(file)) return;
  try {
    const database = new DatabaseSync(file);
    try {
      // The first access in this mode fails unless it is the only one.
      if (alone) database.exec('PRAGMA locking_mode = EXCLUSIVE');
      database.prepare('SELECT count(*) FROM sqlite_schema').get();
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      database.close();
    }
  } catch (error) {
    throw new Problem(
      `The database ${file} cannot be used (${causeOf(error)}): bring a good copy back or choose another --data.`,
    );
  }
}
