import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { prepareDatabaseFile } from '../../local/aws/dynamodb/database-file.ts';
import { FILES } from '../../local/data-dir/file-names.ts';
import { testSettings } from '../support/access.ts';
import { type Receiver, startReceiver } from '../support/receivers/receiver.ts';
import { api } from '../support/service/api.ts';
import { operator } from '../support/service/operator.ts';
import { newDataDir, removeDataDir, type Service, startService } from '../support/service/service.ts';
import { wholeTable } from '../support/service/stored.ts';
import { startDynoxide } from '../support/table/engine.ts';
import { tableShape } from '../support/table/table.ts';
import { until } from '../support/until.ts';

const DAY_SECONDS = 86_400;
/** So many calls that stream records kept a day too long would make the folder grow more than `FOR_PAGES` allows. */
const CALLS_A_DAY = 30;
const REQUESTS_A_DAY = 36;
const SUMMARY = 'Asked for a table at seven, by the window if there is one. '.repeat(10);
/** SQLite splits its pages at other places in an older and fuller file. */
const FOR_PAGES = { factor: 1.15, bytes: 64 * 1024 };

const callsOf = (day: number) =>
  Array.from({ length: CALLS_A_DAY }, (_, n) => ({ callId: `day-${day}-call-${n}`, summary: SUMMARY }));

describe('three days of traffic at a local service', () => {
  const dataDir = newDataDir();
  let receiver: Receiver;
  const bytesAfter: number[] = [];
  let lastDay: readonly Record<string, unknown>[] = [];

  beforeAll(async () => {
    receiver = await startReceiver();
    for (const day of [0, 1, 2]) await live(day);
  });
  afterAll(async () => {
    await receiver.close();
    removeDataDir(dataDir);
  });

  async function live(day: number): Promise<void> {
    const offset = ['--time-offset-seconds', String(day * DAY_SECONDS)];
    const service = await startService(dataDir, ['--allow-local-webhooks', '--sweep-every-seconds', '600', ...offset]);
    try {
      const dayBeforeMs = Date.now() + (day - 1) * DAY_SECONDS * 1_000;
      await until(() => isTrimmedUpTo(dayBeforeMs));
      await traffic(service, day);
      lastDay = (await wholeTable(service.ready)).filter(({ PK, SK }) => `${PK} ${SK}`.includes(`day-${day}-call-`));
    } finally {
      await service.stop();
    }
    bytesAfter.push(sizeOf(dataDir));
  }

  async function traffic({ ready }: Service, day: number): Promise<void> {
    const call = api(ready.baseUrl);
    const key = ready.demo.apiKey;
    const line = { name: 'Cafe', region: 'kr', externalId: 'shop-1' };
    if (day === 0) await call('POST', '/v1/tenants', { key, headers: { 'Idempotency-Key': 'first' }, body: line });
    await call('PUT', '/v1/webhooks', { key, body: { url: receiver.url } });
    const lines = await call('GET', '/v1/tenants', { key });
    const [{ tenantId } = { tenantId: '' }] = lines.json<{ tenants: { tenantId: string }[] }>().tenants;
    await operator(dataDir, ['call', 'record', '--tenant', tenantId, '--file', '-'], JSON.stringify(callsOf(day)));
    for (let n = 0; n < REQUESTS_A_DAY; n += 1) await call('GET', `/v1/tenants/${tenantId}/calls?limit=1`, { key });
    await until(() => receiver.received.length >= (day + 1) * CALLS_A_DAY);
    await until(() => callsOf(day).every(({ callId }) => receiver.requestsFor(callId).length > 0));
    await until(async () => (await wholeTable(ready)).every(({ status }) => status !== 'pending'));
  }

  /**
   * Tells whether stream records written before `ms` are deleted. The service deletes them while it runs, and a day's
   * traffic begins when it can reuse their room.
   */
  function isTrimmedUpTo(ms: number): boolean {
    const database = new DatabaseSync(join(dataDir, FILES.dynamodb), { readOnly: true });
    try {
      const marks = 'SELECT MIN(at_ms) AS oldest FROM partner_lines_stream_marks';
      return Number(database.prepare(marks).get()?.['oldest']) > ms;
    } catch {
      return false;
    } finally {
      database.close();
    }
  }

  it('the local service delivers every call of three days exactly once', () => {
    expect(receiver.received).toHaveLength(3 * CALLS_A_DAY);
  });

  it("on the third day, the data folder grows by little more than the size of the day's calls", async () => {
    expect(lastDay).toHaveLength(2 * CALLS_A_DAY);
    const [, second = 0, third = 0] = bytesAfter;
    const alone = await bytesOnDisk(lastDay);
    expect(alone).toBeGreaterThan(CALLS_A_DAY * SUMMARY.length);
    expect(third - second).toBeLessThanOrEqual(alone * FOR_PAGES.factor + FOR_PAGES.bytes);
  });
});

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

/** Returns the bytes of these items and their index entries, in a table without other items and without a stream. */
async function bytesOnDisk(items: readonly Record<string, unknown>[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'three-days-'));
  const file = join(folder, 'table.sqlite');
  const engine = await startDynoxide(file);
  const client = new DynamoDBClient(testSettings(engine.endpoint));
  const { StreamSpecification: _none, ...shape } = tableShape('alone');
  await client.send(new CreateTableCommand(shape));
  prepareDatabaseFile(file);
  const empty = statSync(file).size;
  const documents = DynamoDBDocumentClient.from(client);
  for (const Item of items) await documents.send(new PutCommand({ TableName: 'alone', Item }));
  client.destroy();
  await engine.stop();
  prepareDatabaseFile(file);
  const { size } = statSync(file);
  rmSync(folder, { recursive: true });
  return size - empty;
}
