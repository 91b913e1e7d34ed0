import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** The engine's own expressions, word for word: SQLite uses an index only for the very same. */
const INDEX = `CREATE INDEX IF NOT EXISTS partner_lines_stream_records
  ON _stream_records (table_name, CAST(sequence_number AS INTEGER))`;

const BUSY_MS = 5_000;

/**
 * dynoxide 1.2.1 looks through every stream record there ever was, for the newest one at each write and for those after
 * a position at each poll: a service that has delivered thousands of calls would be slower with each. An index in its
 * file spares it that. Answers whether there is one: without the table it is for, an engine does as it did.
 */
export function indexStreamRecords(databaseFile: string): boolean {
  if (!existsSync(databaseFile)) return false;
  const database = new DatabaseSync(databaseFile, { timeout: BUSY_MS });
  try {
    database.exec(INDEX);
    return true;
  } catch {
    return false;
  } finally {
    database.close();
  }
}
