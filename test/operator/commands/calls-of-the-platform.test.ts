import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Table } from '../../../shared/store/table/connect.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { aCall, callRecorderOn, changeItem, recorded } from '../../support/functions/deliveries.ts';
import { NOW_MS } from '../../support/functions/line-world.ts';
import { testTable } from '../../support/table/table.ts';
import { operatorWorld } from '../operator-world.ts';

const DAY_MS = 86_400_000;
const at = (ms: number) => new Date(ms).toISOString();

describe('the command `call refused`', () => {
  let world: Awaited<ReturnType<typeof operatorWorld>>;
  beforeAll(async () => {
    world = await operatorWorld();
    const { noteRejected } = callRecorderOn(world.table);
    for (const [days, callId] of [
      [31, 'expired'],
      [25, 'last month'],
      [2, 'before'],
      [1, 'newest'],
    ] as const) {
      await noteRejected({ atMs: NOW_MS - days * DAY_MS, callId, way: 'queued', reason: 'call.summary: is required' });
    }
  });

  it('the command `call refused` lists the refused calls of the last 30 days, newest first, across months', async () => {
    const listed = await world.json('call', 'refused');
    expect(listed.map(({ callId }: { callId: string }) => callId)).toEqual(['newest', 'before', 'last month']);
    expect(listed[0]).toEqual({
      at: at(NOW_MS - DAY_MS),
      callId: 'newest',
      tenantId: null,
      way: 'queued',
      reason: 'call.summary: is required',
    });
  });

  it('the command `call refused` lists no more calls than `--limit`, and no calls from before `--since`', async () => {
    expect(await world.json('call', 'refused', '--limit', '1')).toMatchObject([{ callId: 'newest' }]);
    expect(await world.json('call', 'refused', '--since', at(NOW_MS - 2 * DAY_MS))).toHaveLength(2);
    expect(await world.json('call', 'refused', '--since', at(NOW_MS))).toEqual([]);
  });
});

describe('the command `call reconcile`', () => {
  let table: Table;
  beforeAll(async () => {
    table = await testTable();
    await recorded(table, aCall({ callId: 'stored' }));
    await recorded(table, aCall({ callId: 'deleted' }), { status: 'skipped', skipReason: 'deleted' });
    await recorded(table, aCall({ callId: 'expired' }));
    await changeItem(table, keys.delivery('expired'), { callExpiresAtUnixSeconds: NOW_MS / 1_000 });
  });
  const reconcile = async (text: string) => {
    const { run } = await operatorWorld({ table, files: { 'ids.txt': text } });
    return run('--json', 'call', 'reconcile', '--file', 'ids.txt');
  };

  it('the command `call reconcile` lists calls that were never recorded', async () => {
    const { code, out, err } = await reconcile('stored\r\n\ndeleted\nexpired\nlost-1\nstored\nlost-2\n');
    expect(JSON.parse(out)).toEqual({ checked: 5, stored: 1, deleted: 1, expired: 1, missing: ['lost-1', 'lost-2'] });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('2 of 5 calls were never recorded.') });
  });

  it('the command `call reconcile` accepts a JSON array', async () => {
    const { code, out } = await reconcile('["stored", "deleted"]');
    expect({ code, ...JSON.parse(out) }).toEqual({
      code: 0,
      checked: 2,
      stored: 1,
      deleted: 1,
      expired: 0,
      missing: [],
    });
  });

  it('the command `call reconcile` can check more calls than one request can read', async () => {
    const lost = Array.from({ length: 250 }, (_, n) => `lost-${n}`);
    const { out } = await reconcile(JSON.stringify([...lost, 'stored']));
    expect(JSON.parse(out)).toMatchObject({ checked: 251, stored: 1, missing: lost });
  });

  it.each([
    ['a line that is no call id', 'stored\nno id\n', 'Entry 2 of the file is not a call id'],
    ['an array of other things', '["stored", {"callId": "c"}]', 'Entry 2 of the file is not a call id'],
    ['an array that is cut off', '["stored"', 'The file is neither a JSON array'],
  ])('the command `call reconcile` rejects a file with %s', async (_what, text, sentence) => {
    expect(await reconcile(text)).toMatchObject({ code: 1, out: '', err: expect.stringContaining(sentence) });
  });
});
