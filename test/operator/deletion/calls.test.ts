import { beforeEach, describe, expect, it } from '@jest/globals';
import { SERVICE_COMMANDS } from '../../../operator/commands.ts';
import { commandsForTarget } from '../../../operator/console/server/run-commands.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { aCall, itemAt, putItems } from '../../support/functions/deliveries.ts';
import { NOW_MS } from '../../support/functions/line-world.ts';
import { allItems, testTable } from '../../support/table/table.ts';
import { breakingOnce, killedAt } from '../deletion-world.ts';
import { operatorWorld } from '../operator-world.ts';
import { type SoundWorld, settledItems, soundWorld } from '../sound-world.ts';

describe('the command `call delete` for many calls', () => {
  let table: Table;
  let world: SoundWorld;
  let operator: Awaited<ReturnType<typeof operatorWorld>>;
  beforeEach(async () => {
    table = await testTable();
    world = await soundWorld(table);
    operator = await operatorWorld({ table });
  });

  const callsLeft = async () =>
    (await allItems(table)).filter(({ SK }) => String(SK).startsWith('CALL#')).map((item) => item['callId']);

  it('the command `call delete` deletes all calls of a line, but no calls of other lines', async () => {
    const before = await callsLeft();
    const printed = await operator.json('call', 'delete', '--tenant', world.purged, '--all');
    expect(printed).toEqual({ matched: 1, deleted: 1 });
    const { callId } = world.calls.ofPurged;
    expect(await callsLeft()).toEqual(before.filter((id) => id !== callId));
    expect(await itemAt(table, keys.delivery(callId))).toMatchObject({ status: 'skipped', skipReason: 'deleted' });
    expect((await operator.json('verify')).broken).toEqual([]);
  });

  it('the command `call delete` deletes all calls of a partner, even of terminated lines', async () => {
    expect(await operator.json('call', 'delete', '--partner', world.partnerId, '--all')).toEqual({
      matched: 6,
      deleted: 6,
    });
    expect(await callsLeft()).toEqual([]);
    const entries = await operator.json('audit', 'list', '--partner', world.partnerId);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      action: 'call delete',
      target: `all calls of partner ${world.partnerId}`,
      outcome: '6 of 6 calls deleted',
    });
    expect(await operator.json('call', 'delete', '--partner', world.partnerId, '--all')).toEqual({
      matched: 0,
      deleted: 0,
    });
  });

  it.each(['--tenant', '--partner'])(
    'the command `call delete` with %s deletes only calls recorded before the given time',
    async (owner) => {
      const [old, young] = [1, 2].map((minutes) =>
        aCall({
          tenantId: world.purged,
          partnerId: world.partnerId,
          storedAtMs: NOW_MS - 86_400_000 + minutes * 60_000,
        }),
      );
      if (!old || !young) throw new Error('There are no calls');
      await putItems(table, [...settledItems(old), ...settledItems(young)]);
      const id = owner === '--tenant' ? world.purged : world.partnerId;
      const before = new Date(young.storedAtMs).toISOString();
      expect(await operator.json('call', 'delete', owner, id, '--before', before)).toEqual({ matched: 1, deleted: 1 });
      expect(await callsLeft()).not.toContain(old.callId);
      expect(await callsLeft()).toContain(young.callId);
    },
  );

  it('the command `call delete` with `--dry-run` only counts the calls', async () => {
    const before = await allItems(table);
    const printed = await operator.json('call', 'delete', '--partner', world.partnerId, '--all', '--dry-run');
    expect(printed).toEqual({ matched: 6, deleted: 0 });
    expect(await allItems(table)).toEqual(before);
  });

  it('a stopped run of `call delete` does not count the remaining calls, and reports no problem', async () => {
    const before = await callsLeft();
    const options = { partner: world.partnerId, all: true };
    const { value, problems } = await commandsForTarget(operator.target, SERVICE_COMMANDS).run('call delete', options, {
      announce: () => undefined,
      onProgress: () => undefined,
      isStopped: () => true,
    });
    expect([value, problems]).toEqual([{ matched: 0, deleted: 0 }, []]);
    expect(await callsLeft()).toEqual(before);
    expect(await operator.json('audit', 'list', '--partner', world.partnerId)).toMatchObject([
      { action: 'call delete', state: 'done', outcome: '0 of 0 calls deleted, then stopped' },
    ]);
  });

  it('another run of `call delete` completes a deletion that was killed', async () => {
    for (const write of [2, 3, 2]) {
      const dying = await operatorWorld({ table: killedAt(table, write, write % 2 === 0) });
      expect((await dying.run('call', 'delete', '--partner', world.partnerId, '--all')).code).toBe(1);
    }
    await operator.json('call', 'delete', '--partner', world.partnerId, '--all');
    expect(await callsLeft()).toEqual([]);
    expect((await operator.json('verify')).broken).toEqual([]);
  });

  it('the command `call delete` deletes all calls even if all running writes to the table fail once', async () => {
    await putItems(
      table,
      Array.from({ length: 60 }, () => aCall({ tenantId: world.plain, partnerId: world.partnerId })).flatMap(
        settledItems,
      ),
    );
    const breaking = breakingOnce('TransactWriteItems');
    const cut = await operatorWorld({ table: { ...table, db: breaking.db } });
    expect(await cut.json('call', 'delete', '--partner', world.partnerId, '--all')).toEqual({
      matched: 66,
      deleted: 66,
    });
    expect(await callsLeft()).toEqual([]);
    expect(breaking.broken()).toBeGreaterThan(30);
  });

  it.each([
    '--tenant tn_1 --partner pt_1 --all',
    '--tenant tn_1',
    '--tenant tn_1 --all --before 2026-11-21T10:00:00Z',
    '--partner pt_1 --call c-1',
    '--tenant tn_1 --call c-1 --all',
  ])('the command `call delete` rejects options that do not say exactly which calls to delete: %s', async (options) => {
    const { code, err } = await operator.run('call', 'delete', ...options.split(' '));
    expect([code, err]).toEqual([
      2,
      'error: give --tenant with --call, or give --tenant or --partner with --all or --before\n',
    ]);
  });
});
