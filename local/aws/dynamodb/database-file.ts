import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { causeOf } from '../../../tooling/command-line/explain-error.ts';
import { Problem } from '../../../tooling/command-line/problem.ts';

interface Options {
  /** Whether to fail if another process has the file open. */
  readonly alone: boolean;
}

/**
 * Prepares an engine's SQLite file while the engine is not running. Moves changes that a killed engine left in the
 * write-ahead log into the file, and empties the log. Throws a Problem that names the file if the file is damaged. With
 * `alone`, also throws if another process has the file open.
 */
export function prepareDatabaseFile(file: string, { alone }: Options = { alone: false }): void {
  if (!existsSync(file)) return;
  try {
    const database = new DatabaseSync(file);
    try {
      // With an exclusive lock, the first access fails if another process has the file open.
      if (alone) database.exec('PRAGMA locking_mode = EXCLUSIVE');
      database.prepare('SELECT count(*) FROM sqlite_schema').get();
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      database.close();
    }
  } catch (error) {
    throw new Problem(
      `The database ${file} cannot be used (${causeOf(error)}): restore a good copy or choose another --data.`,
    );
  }
}
