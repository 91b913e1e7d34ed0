/**
 * Everything that relies on the internal format of dynoxide 1.2.1's file. test/checks/insides.test.ts checks the
 * version.
 */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleepMs } from 'node:timers/promises';
import { STREAM_KEPT_HOURS } from '../../../shared/names/table.ts';

/** SQLite uses this index only if the index has the same expressions as the engine's queries. */
const INDEX = `CREATE INDEX IF NOT EXISTS partner_lines_stream_records
  ON _stream_records (table_name, CAST(sequence_number AS INTEGER))`;

const BUSY_MS = 5_000;

/**
 * Adds an index to dynoxide's file, and returns whether the index exists. Without the index, dynoxide scans all stream
 * records at each write, to find the newest, and at each poll, to find those after a position. So the service would
 * become slower with each delivered call. If the file has no table of stream records, the engine runs without an index.
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

const RETENTION_MS = STREAM_KEPT_HOURS * 60 * 60 * 1000;

/** How many records a statement deletes. Meanwhile, the engine cannot write, and the host does nothing else. */
const CHUNK = 250;
const BETWEEN_CHUNKS_MS = 20;
const SHORT_BUSY_MS = 100;

/**
 * Creates a table of positions in the stream. The engine stamps records with its own clock, which ignores
 * `--time-offset-seconds`. So each round with new records stores the position of the newest, together with the
 * service's time, and a round `RETENTION_MS` later deletes the records up to that position.
 */
const MARKS = `CREATE TABLE IF NOT EXISTS partner_lines_stream_marks
  (table_name TEXT NOT NULL, at_ms INTEGER NOT NULL, sequence INTEGER NOT NULL)`;
const NEWEST = 'SELECT MAX(CAST(sequence_number AS INTEGER)) AS newest FROM _stream_records WHERE table_name = :table';
const MARK = `INSERT INTO partner_lines_stream_marks SELECT :table, :now, newest FROM (${NEWEST})
  WHERE newest > (SELECT COALESCE(MAX(sequence), 0) FROM partner_lines_stream_marks WHERE table_name = :table)`;
/** Deletes stream records. The newest record always stays, because the engine numbers the next record after it. */
const TRIM = `DELETE FROM _stream_records WHERE id IN (
  SELECT id FROM _stream_records
  WHERE table_name = :table AND CAST(sequence_number AS INTEGER) < (${NEWEST}) AND CAST(sequence_number AS INTEGER) <=
    (SELECT MAX(sequence) FROM partner_lines_stream_marks WHERE table_name = :table AND at_ms <= :horizon)
  LIMIT ${CHUNK})`;
const FORGET = 'DELETE FROM partner_lines_stream_marks WHERE table_name = :table AND at_ms <= :horizon';

interface TrimOptions {
  readonly nowMs: number;
  /** Stops the deletion after the current chunk. The next round deletes the rest. */
  readonly signal: AbortSignal;
}

/**
 * Deletes a table's stream records that are older than `RETENTION_MS`, but not the newest. Throws SQLite's error if the
 * engine is too busy.
 */
export async function trimStreamRecords(databaseFile: string, table: string, { nowMs, signal }: TrimOptions) {
  const database = new DatabaseSync(databaseFile, { timeout: SHORT_BUSY_MS });
  try {
    // This connection does not wait for the disk: if a power failure undoes deletions, a later round deletes the same
    // records again. It also does not move the write-ahead log into the file, because the engine does that itself.
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
