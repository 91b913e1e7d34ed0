import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { newLineId } from '../../../shared/domain/ids.ts';
import { listCalls } from '../../../shared/store/calls/calls.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { roundTrips } from '../../support/table/round-trips.ts';
import { testTable } from '../../support/table/table.ts';

const KIB = 1_024;

describe("the pages of a line's calls", () => {
  let table: Table;
  beforeAll(async () => {
    table = await testTable();
  });
  const record = async (tenantId: string, callId: string, storedAtMs: number, summary = 'Summary') => {
    const call = { callId, tenantId, partnerId: 'pt_1', storedAtMs, summary };
    const Item = { ...keys.call(tenantId, storedAtMs, callId), ...call };
    await table.db.send(new PutCommand({ TableName: table.name, Item }));
  };
  const ids = (page: Awaited<ReturnType<typeof listCalls>>) => page.calls.map(({ callId }) => callId);

  it('contain every call once, and the last page has no position for a next page', async () => {
    const tenantId = newLineId();
    for (let n = 1; n <= 4; n += 1) await record(tenantId, `c${n}`, 1_000 * n);
    const two = await listCalls(table, tenantId, { limit: 2, sinceMs: 0 });
    expect(ids(two)).toEqual(['c4', 'c3']);
    const rest = await listCalls(table, tenantId, { limit: 2, sinceMs: 0, after: two.lastSortKey ?? '' });
    expect([ids(rest), rest.lastSortKey]).toEqual([['c2', 'c1'], null]);
    expect(await listCalls(table, newLineId(), { limit: 2, sinceMs: 0 })).toEqual({ calls: [], lastSortKey: null });
  });

  it('have calls of the same millisecond in a fixed order and skip none of them', async () => {
    const tenantId = newLineId();
    for (const callId of ['b', 'a', '~', '!']) await record(tenantId, callId, 5_000);
    const one = await listCalls(table, tenantId, { limit: 2, sinceMs: 5_000 });
    const two = await listCalls(table, tenantId, { limit: 2, sinceMs: 5_000, after: one.lastSortKey ?? '' });
    expect([...ids(one), ...ids(two)]).toEqual(['~', 'b', 'a', '!']);
  });

  it('contain only calls that were stored at or after the given time', async () => {
    const tenantId = newLineId();
    for (let n = 1; n <= 3; n += 1) await record(tenantId, `c${n}`, 1_000 * n);
    expect(ids(await listCalls(table, tenantId, { limit: 9, sinceMs: 2_000 }))).toEqual(['c3', 'c2']);
    expect(ids(await listCalls(table, tenantId, { limit: 9, sinceMs: 9_999_999_999_999 }))).toEqual([]);
  });

  it('need only one round trip to the table when the line has no calls', async () => {
    const counted = await roundTrips(table).of(() => listCalls(table, newLineId(), { limit: 200, sinceMs: 0 }));
    expect(counted).toEqual({ trips: 1, commands: ['QueryCommand'] });
  });

  it("are filled by several reads of the table when summaries are long, and stay below Lambda's limit for a response", async () => {
    const tenantId = newLineId();
    const long = 'x'.repeat(60 * KIB);
    const callIds = Array.from({ length: 90 }, (_, n) => `c${String(n).padStart(2, '0')}`);
    for (const [n, callId] of callIds.entries()) await record(tenantId, callId, 1_000 + n, long);
    const fifty = await listCalls(table, tenantId, { limit: 50, sinceMs: 0 });
    expect(fifty.calls).toHaveLength(50);

    const most = await listCalls(table, tenantId, { limit: 200, sinceMs: 0 });
    expect(most.calls.length).toBeLessThan(90);
    expect(JSON.stringify(most).length).toBeLessThan(5 * KIB * KIB);
    const rest = await listCalls(table, tenantId, { limit: 200, sinceMs: 0, after: most.lastSortKey ?? '' });
    expect([...ids(most), ...ids(rest)]).toEqual(callIds.toReversed());
    expect(rest.lastSortKey).toBeNull();
  });
});
