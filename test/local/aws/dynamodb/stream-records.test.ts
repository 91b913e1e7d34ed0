import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DescribeTableCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { provisionTablesAndQueues } from '../../../../local/aws/cloudformation/provision.ts';
import type { TableModel } from '../../../../local/aws/cloudformation/stack-model.ts';
import { indexStreamRecords, trimStreamRecords } from '../../../../local/aws/dynamodb/stream-records.ts';
import { readStream } from '../../../../local/aws/event-sources/streams/reader.ts';
import { clientsOfHost } from '../../../../local/aws-clients.ts';
import { FILES } from '../../../../local/data-dir/file-names.ts';
import { type Engines, startEngines } from '../../../../local/engines/engines.ts';
import { TEST_ACCESS } from '../../../support/access.ts';

/** The queries of dynoxide 1.2.1. */
const NEWEST =
  "SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1 FROM _stream_records WHERE table_name = 'T'";
const AFTER_A_POSITION =
  "SELECT event_name FROM _stream_records WHERE table_name = 'T' AND shard_id = 'S' AND CAST(sequence_number AS INTEGER) > 7 ORDER BY CAST(sequence_number AS INTEGER) ASC LIMIT 9";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'stream-records-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

describe("the index of stream records in the engine's database", () => {
  it('the engine uses an index to write and read stream records', async () => {
    const engines = await startEngines({ dataDir, accessKeyId: TEST_ACCESS.accessKeyId });
    await engines.close();

    const database = new DatabaseSync(join(dataDir, FILES.dynamodb), { readOnly: true });
    const planOf = (query: string) => JSON.stringify(database.prepare(`EXPLAIN QUERY PLAN ${query}`).all());
    const plans = [planOf(NEWEST), planOf(AFTER_A_POSITION)];
    database.close();
    for (const plan of plans) expect(plan).toContain('INDEX partner_lines_stream_records');
    expect(plans.join()).not.toContain('TEMP B-TREE');
  });

  it('the index of stream records still exists after a second start', async () => {
    for (let start = 0; start < 2; start += 1)
      await (await startEngines({ dataDir, accessKeyId: TEST_ACCESS.accessKeyId })).close();
    expect(indexStreamRecords(join(dataDir, FILES.dynamodb))).toBe(true);
  });

  it('no index of stream records is created if the database file or its table of records is missing', () => {
    const file = join(dataDir, 'another.sqlite');
    expect(indexStreamRecords(file)).toBe(false);
    new DatabaseSync(file).close();
    expect(indexStreamRecords(file)).toBe(false);
  });
});

describe("stream records in the engine's database", () => {
  const HOUR_MS = 60 * 60 * 1000;
  const TABLE = 'Streamed';
  const file = () => join(dataDir, FILES.dynamodb);
  let engines: Engines;
  let clients: ReturnType<typeof clientsOfHost>;
  beforeEach(async () => {
    engines = await startEngines({ dataDir, accessKeyId: TEST_ACCESS.accessKeyId });
    clients = clientsOfHost({ dynamodb: engines.dynamodbEndpoint, sqs: engines.sqsEndpoint }, TEST_ACCESS);
    await provisionTablesAndQueues({ tables: [streamed], queues: [] }, clients);
  });
  afterEach(() => engines.close());

  const streamed: TableModel = {
    logicalId: 'Table',
    name: TABLE,
    properties: {
      KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
      StreamSpecification: { StreamViewType: 'KEYS_ONLY' },
    },
  };
  async function put(from: number, count: number) {
    for (let n = from; n < from + count; n += 1) {
      await clients.dynamodb.send(new PutItemCommand({ TableName: TABLE, Item: { PK: { S: String(n) } } }));
    }
  }
  const trim = (hours: number) =>
    trimStreamRecords(file(), TABLE, { nowMs: hours * HOUR_MS, signal: new AbortController().signal });
  /** Returns keys and sequence numbers of all remaining records, as a mapping reads them. */
  async function left(): Promise<[string | undefined, string | undefined][]> {
    const { Table } = await clients.dynamodb.send(new DescribeTableCommand({ TableName: TABLE }));
    for await (const { records } of readStream(clients.streams, Table?.LatestStreamArn ?? '', 'TRIM_HORIZON')) {
      return records.map(({ dynamodb }) => [dynamodb?.Keys?.['PK']?.S, dynamodb?.SequenceNumber]);
    }
    return [];
  }
  const keysLeft = async () => (await left()).map(([key]) => key);
  function marks() {
    const database = new DatabaseSync(file(), { readOnly: true });
    const rows = database.prepare('SELECT at_ms FROM partner_lines_stream_marks').all();
    database.close();
    return rows.length;
  }

  it("stream records are deleted once they are a day old on the service's clock", async () => {
    await put(0, 3);
    await trim(100);
    await put(3, 2);
    await trim(123);
    expect(await keysLeft()).toEqual(['0', '1', '2', '3', '4']);
    await trim(124);
    expect(await keysLeft()).toEqual(['3', '4']);
  });

  it('the sequence numbers of stream records continue after days without a write', async () => {
    await put(0, 3);
    for (const hours of [0, 24, 48, 72]) await trim(hours);
    expect(await left()).toEqual([['2', '3']]);
    await put(3, 1);
    expect(await left()).toEqual([
      ['2', '3'],
      ['3', '4'],
    ]);
  });

  it('2,000 stream records can be deleted while the engine writes new records', async () => {
    const database = new DatabaseSync(file());
    const copy = database.prepare(
      `INSERT INTO _stream_records (table_name, event_name, keys_json, sequence_number, shard_id, created_at)
       VALUES ('${TABLE}', 'INSERT', '{}', ?, 'shardId-00000001-${TABLE}', 0)`,
    );
    database.exec('BEGIN');
    for (let n = 1; n <= 2_000; n += 1) copy.run(String(n));
    database.exec('COMMIT');
    database.close();
    await trim(0);
    await Promise.all([put(0, 20), trim(25)]);
    expect(await keysLeft()).toEqual(expect.arrayContaining(['0', '19']));
    expect((await left()).length).toBeLessThanOrEqual(21);
  });

  it('if stream records are trimmed every hour, at most 25 pairs of time and sequence number are stored', async () => {
    for (let hour = 0; hour < 60; hour += 1) {
      await put(hour, 1);
      await trim(hour);
    }
    expect(marks()).toBeLessThanOrEqual(25);
  });
});
