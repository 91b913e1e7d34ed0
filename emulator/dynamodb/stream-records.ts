/** The inside of dynoxide 1.2.1's file: no other file reaches into it. test/checks/insides.test.ts holds the version. */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleepMs } from 'node:timers/promises';

/** The engine's own expressions, word for word: SQLite uses an index only for the very same. */
const INDEX = `CREATE INDEX IF NOT EXISTS partner_lines_stream_records
  ON _stream_records (table_name, CAST(sequence_number AS INTEGER))`;

const BUSY_MS = 5_000;

/**
 * dynoxide looks through every stream record there ever was, for the newest one at each write and for those after
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

/** How long DynamoDB keeps a stream record. */
const RETENTION_MS = 24 * 60 * 60 * 1000;

/** So many at a time, since the engine cannot write meanwhile and the host does nothing else. */
const CHUNK = 250;
const BETWEEN_CHUNKS_MS = 20;
const SHORT_BUSY_MS = 100;

/**
 * A record's own time is the engine's, which does not move with the clock of the service. So each round notes how far
 * the stream has come by the clock of the service, and a later one trims what was there a day before it.
 */
const MARKS = `CREATE TABLE IF NOT EXISTS partner_lines_stream_marks
  (table_name TEXT NOT NULL, at_ms INTEGER NOT NULL, sequence INTEGER NOT NULL)`;
const NEWEST = 'SELECT MAX(CAST(sequence_number AS INTEGER)) AS newest FROM _stream_records WHERE table_name = :table';
const MARK = `INSERT INTO partner_lines_stream_marks SELECT :table, :now, newest FROM (${NEWEST})
  WHERE newest > (SELECT COALESCE(MAX(sequence), 0) FROM partner_lines_stream_marks WHERE table_name = :table)`;
/** The engine numbers the next record after the newest one, so that one stays, however old it is. */
const TRIM = `DELETE FROM _stream_records WHERE id IN (
  SELECT id FROM _stream_records
  WHERE table_name = :table AND CAST(sequence_number AS INTEGER) < (${NEWEST}) AND CAST(sequence_number AS INTEGER) <=
    (SELECT MAX(sequence) FROM partner_lines_stream_marks WHERE table_name = :table AND at_ms <= :horizon)
  LIMIT ${CHUNK})`;
const FORGET = 'DELETE FROM partner_lines_stream_marks WHERE table_name = :table AND at_ms <= :horizon';

interface TrimOptions {
  readonly nowMs: number;
  /** Stops after the chunk under way; the next round trims the rest. */
  readonly signal: AbortSignal;
}

/** Deletes a table's stream records that are older than a day. Throws SQLite's error when the engine is too busy. */
export async function trimStreamRecords(databaseFile: string, table: string, { nowMs, signal }: TrimOptions) {
  const database = new DatabaseSync(databaseFile, { timeout: SHORT_BUSY_MS });
  try {
    // Whatever is lost with the power is trimmed again, and the engine moves the log into the file.
    database.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0');
    database.exec(MARKS);
    const horizon = nowMs - RETENTION_MS;
    database.prepare(MARK).run({ table, now: nowMs });
    const trim = database.prepare(TRIM);
    while (Number(trim.run({ table, horizon }).changes) === CHUNK) {
      if (signal.aborted) return;
      await sleepMs(BETWEEN_CHUNKS_MS);
    }
    database.prepare(FORGET).run({ table, horizon });
  } finally {
    database.close();
  }
}
