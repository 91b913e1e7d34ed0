import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startEngines } from '../../bin/local/engines.ts';
import { FILES } from '../../bin/local/files.ts';
import { indexStreamRecords } from '../../bin/local/stream-index.ts';

/** As dynoxide 1.2.1 asks them. */
const NEWEST =
  "SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1 FROM _stream_records WHERE table_name = 'T'";
const AFTER_A_POSITION =
  "SELECT event_name FROM _stream_records WHERE table_name = 'T' AND shard_id = 'S' AND CAST(sequence_number AS INTEGER) > 7 ORDER BY CAST(sequence_number AS INTEGER) ASC LIMIT 9";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'stream-index-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

describe('the index of stream records', () => {
  it('spares the engine looking through all records at each write and each poll', async () => {
    const engines = await startEngines({ dataDir });
    await engines.close();

    const database = new DatabaseSync(join(dataDir, FILES.dynamodb), { readOnly: true });
    const planOf = (query: string) => JSON.stringify(database.prepare(`EXPLAIN QUERY PLAN ${query}`).all());
    const plans = [planOf(NEWEST), planOf(AFTER_A_POSITION)];
    database.close();
    for (const plan of plans) expect(plan).toContain('INDEX partner_lines_stream_records');
    expect(plans.join()).not.toContain('TEMP B-TREE');
  });

  it('is made once, and left alone by later starts', async () => {
    for (let start = 0; start < 2; start += 1) await (await startEngines({ dataDir })).close();
    expect(indexStreamRecords(join(dataDir, FILES.dynamodb))).toBe(true);
  });

  it('is not for a file that has no such table, or that is not there', () => {
    const file = join(dataDir, 'another.sqlite');
    expect(indexStreamRecords(file)).toBe(false);
    new DatabaseSync(file).close();
    expect(indexStreamRecords(file)).toBe(false);
  });
});
