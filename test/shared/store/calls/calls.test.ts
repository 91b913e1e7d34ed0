import { describe, expect, it } from '@jest/globals';
import { newLineId } from '../../../../shared/domain/ids.ts';
import { listCalls } from '../../../../shared/store/calls/calls.ts';
import { keys } from '../../../../shared/store/table/keys.ts';
import { putItem, removeItem } from '../../../support/functions/deliveries.ts';
import { roundTrips } from '../../../support/table/round-trips.ts';
import { testTable } from '../../../support/table/table.ts';

const KIB = 1_024;
const NOW_MS = 1_800_000_000_000;

const table = await testTable();

describe("the pages of a line's calls", () => {
  const record = async (tenantId: string, callId: string, storedAtMs: number, about: object = {}) => {
    const call = { callId, tenantId, partnerId: 'pt_1', storedAtMs, summary: 'Summary', ...about };
    await putItem(table, { ...keys.call(tenantId, storedAtMs, callId), ...call });
  };
  const list = (tenantId: string, about: { limit: number; sinceMs?: number; after?: string }) =>
    listCalls(table, tenantId, { sinceMs: 0, nowMs: NOW_MS, ...about });
  const ids = (page: Awaited<ReturnType<typeof listCalls>>) => page.calls.map(({ callId }) => callId);

  it("the pages of a line's calls contain each call once", async () => {
    const tenantId = newLineId();
    for (let n = 1; n <= 4; n += 1) await record(tenantId, `c${n}`, 1_000 * n);
    const two = await list(tenantId, { limit: 2 });
    expect(ids(two)).toEqual(['c4', 'c3']);
    const rest = await list(tenantId, { limit: 2, after: two.lastSortKey ?? '' });
    expect([ids(rest), rest.lastSortKey]).toEqual([['c2', 'c1'], null]);
    expect(await list(newLineId(), { limit: 2 })).toEqual({ calls: [], lastSortKey: null });
  });

  it('no call is skipped between pages if several calls were stored in the same millisecond', async () => {
    const tenantId = newLineId();
    for (const callId of ['b', 'a', '~', '!']) await record(tenantId, callId, 5_000);
    const one = await list(tenantId, { limit: 2, sinceMs: 5_000 });
    const two = await list(tenantId, { limit: 2, sinceMs: 5_000, after: one.lastSortKey ?? '' });
    expect([...ids(one), ...ids(two)]).toEqual(['~', 'b', 'a', '!']);
  });

  it('a page of calls leaves out expired calls', async () => {
    const tenantId = newLineId();
    const nowSeconds = NOW_MS / 1_000;
    await record(tenantId, 'kept', 1_000);
    for (let n = 0; n < 40; n += 1) await record(tenantId, `gone${n}`, 2_000 + n, { expiresAtUnixSeconds: nowSeconds });
    await record(tenantId, 'almost', 3_000, { expiresAtUnixSeconds: nowSeconds + 1 });
    const first = await list(tenantId, { limit: 1 });
    const second = await list(tenantId, { limit: 1, after: first.lastSortKey ?? '' });
    expect([ids(first), ids(second), second.lastSortKey]).toEqual([['almost'], ['kept'], null]);
    expect(ids(await list(tenantId, { limit: 50 }))).toEqual(['almost', 'kept']);
  });

  it('a page of calls is the last page if only expired calls follow', async () => {
    const tenantId = newLineId();
    for (let n = 0; n < 5; n += 1) await record(tenantId, `gone${n}`, n, { expiresAtUnixSeconds: 1 });
    await record(tenantId, 'kept', 3_000);
    expect(await list(tenantId, { limit: 1 })).toMatchObject({ calls: [{ callId: 'kept' }], lastSortKey: null });
    const counted = await roundTrips(table).of(() => list(tenantId, { limit: 1 }));
    expect(counted.trips).toBe(2);
  });

  it('the next page of calls continues after a call that has expired or was deleted meanwhile', async () => {
    const tenantId = newLineId();
    for (let n = 1; n <= 3; n += 1) await record(tenantId, `c${n}`, 1_000 * n);
    const { lastSortKey } = await list(tenantId, { limit: 1 });
    await record(tenantId, 'c3', 3_000, { expiresAtUnixSeconds: 1 });
    expect(ids(await list(tenantId, { limit: 9, after: lastSortKey ?? '' }))).toEqual(['c2', 'c1']);
    await removeItem(table, keys.call(tenantId, 3_000, 'c3'));
    expect(ids(await list(tenantId, { limit: 9, after: lastSortKey ?? '' }))).toEqual(['c2', 'c1']);
  });

  it('a call is found even if several megabytes of expired calls come before the call', async () => {
    const tenantId = newLineId();
    await record(tenantId, 'kept', 1);
    const about = { summary: 'x'.repeat(60 * KIB), expiresAtUnixSeconds: 1 };
    for (let n = 0; n < 90; n += 1) await record(tenantId, `gone${n}`, 1_000 + n, about);
    const found: string[] = [];
    let after: string | null = keys.call(tenantId, 9_000, '').SK;
    // How many pages there are depends on the engine: DynamoDB Local does not count items that a filter drops.
    while (after !== null) {
      const page = await list(tenantId, { limit: 5, after });
      found.push(...ids(page));
      after = page.lastSortKey;
    }
    expect(found).toEqual(['kept']);
  });

  it('a list of calls needs one round trip to the table if the line has no calls', async () => {
    const counted = await roundTrips(table).of(() => list(newLineId(), { limit: 200 }));
    expect(counted).toEqual({ trips: 1, commands: ['QueryCommand'] });
  });

  it("a page of calls with long summaries stays below Lambda's response limit", async () => {
    const tenantId = newLineId();
    const long = 'x'.repeat(60 * KIB);
    const callIds = Array.from({ length: 90 }, (_, n) => `c${String(n).padStart(2, '0')}`);
    for (const [n, callId] of callIds.entries()) await record(tenantId, callId, 1_000 + n, { summary: long });
    const fifty = await list(tenantId, { limit: 50 });
    expect(fifty.calls).toHaveLength(50);

    const most = await list(tenantId, { limit: 200 });
    expect(most.calls.length).toBeLessThan(90);
    expect(JSON.stringify(most).length).toBeLessThan(5 * KIB * KIB);
    const rest = await list(tenantId, { limit: 200, after: most.lastSortKey ?? '' });
    expect([...ids(most), ...ids(rest)]).toEqual(callIds.toReversed());
    expect(rest.lastSortKey).toBeNull();
  });
});
