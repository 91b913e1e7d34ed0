import { beforeEach, describe, expect, it } from '@jest/globals';
import { attachNumber, detachNumber } from '../../../operator/records/line-numbers.ts';
import { revokeKey, rotateKey, setNameAndScopes } from '../../../operator/records/partner-changes.ts';
import type { CallItem } from '../../../shared/store/calls/item.ts';
import { findApiKey } from '../../../shared/store/partners/api-keys.ts';
import { findPartner } from '../../../shared/store/partners/partners.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { type Key, keys, recordedSortKey } from '../../../shared/store/table/keys.ts';
import { aCall, changeItem, itemAt, putItems, recorded, removeItem } from '../../support/functions/deliveries.ts';
import { NOW_MS } from '../../support/functions/line-world.ts';
import { asOperator } from '../../support/table/as-operator.ts';
import { allItems, type StoredItem, testTable } from '../../support/table/table.ts';
import { killedAt } from '../deletion-world.ts';
import { operatorWorld } from '../operator-world.ts';
import { type SoundWorld, soundWorld } from '../sound-world.ts';

const idsOf = ({ callId, tenantId, partnerId, storedAtMs }: CallItem) => ({
  ...{ callId, tenantId, partnerId, storedAtMs },
  recordedAtCallId: recordedSortKey(storedAtMs, callId),
});
const isAudit = ({ PK }: StoredItem) => String(PK).startsWith('AUDIT#');
const isVolatile = ({ PK, SK }: StoredItem) => isAudit({ PK }) || SK === 'LANE' || SK === 'HEALTH';

describe('the command `restore`', () => {
  let table: Table;
  let restored: Table;
  let world: SoundWorld;
  let operator: Awaited<ReturnType<typeof operatorWorld>>;

  /** A copy of the table takes the place of a restore to a point in time. */
  beforeEach(async () => {
    [table, restored] = [await testTable(), await testTable()];
    world = await soundWorld(table);
    await soundWorld(table);
    operator = await operatorWorld({ table });
    await putItems(restored, await allItems(table));
  });

  const copy = (...more: string[]) => operator.json('restore', 'copy', '--from', restored.name, ...more);
  const compare = (...more: string[]) => operator.json('restore', 'compare', '--from', restored.name, ...more);
  const broken = async () => JSON.parse((await operator.run('--json', 'verify')).out).broken;
  const text = ({ PK, SK }: Key) => `${PK} ${SK}`;
  const at = (key: Key) => itemAt(table, { ...key });
  const remove = (...gone: Key[]) => Promise.all(gone.map((key) => removeItem(table, { ...key })));
  const contents = async () => (await allItems(table)).filter((item) => !isVolatile(item));
  const callKey = (name: keyof SoundWorld['calls']) => {
    const { tenantId, storedAtMs, callId } = world.calls[name];
    return keys.call(tenantId, storedAtMs, callId);
  };
  const rowKey = (name: keyof SoundWorld['calls']) => keys.delivery(world.calls[name].callId);

  it('`restore copy` restores lost or damaged items of a partner', async () => {
    const { partnerId, plain, withNumber, purged, number, calls } = world;
    await setNameAndScopes(asOperator(table), partnerId, { name: 'Newer name' });
    await changeItem(table, keys.agent(plain), { version: 2, greeting: 'Newer greeting' });
    const newer = await world.lines.line();
    const newerCall = await recorded(table, aCall({ tenantId: plain, partnerId, storedAtMs: NOW_MS }));

    await remove(keys.registryEntry(partnerId), keys.webhook(partnerId), keys.delegation(partnerId, plain));
    await remove(keys.line(withNumber), keys.owner(withNumber), keys.number(number), keys.agent(purged));
    await remove(callKey('delivered'), rowKey('dead'), callKey('ofPurged'), rowKey('ofPurged'));
    await changeItem(table, keys.line(plain), { status: 'unknown' });
    await changeItem(table, rowKey('delivered'), { attempts: 'many' });
    await changeItem(table, callKey('expiring'), { summary: 'Altered' });
    await remove(keys.apiKey((await findPartner(table, partnerId))?.keyHash ?? ''));
    expect((await broken()).length).toBeGreaterThan(6);

    const before = await contents();
    const planned = await copy('--partner', partnerId, '--dry-run');
    expect(await contents()).toEqual(before);
    const done = await copy('--partner', partnerId);
    expect([...done.copied].sort()).toEqual([...planned.copied].sort());
    expect(await broken()).toEqual([]);
    expect(await at(keys.partner(partnerId))).toMatchObject({ name: 'Newer name' });
    expect(await at(keys.agent(plain))).toMatchObject({ greeting: 'Newer greeting' });
    expect(await at(callKey('expiring'))).toMatchObject({ summary: calls.expiring.summary });
    expect(await at(rowKey('delivered'))).toMatchObject({ status: 'delivered', attempts: 1 });
    expect(await at(keys.line(newer))).toMatchObject({ status: 'active' });
    expect(await at(keys.delivery(newerCall.callId))).toMatchObject({ status: 'pending' });
    expect(await at(keys.webhook(partnerId))).toBeDefined();
    expect((await copy('--partner', partnerId)).copied).toEqual([]);
  });

  it('`restore copy` changes nothing in an undamaged table, even if items have changed since the backup', async () => {
    await revokeKey(asOperator(table), world.partnerId);
    await detachNumber(asOperator(table), world.withNumber);
    await world.lines.terminate(world.withNumber, { purge: true });
    await operator.json('call', 'delete', '--tenant', world.plain, '--all');
    const before = await contents();
    expect(await copy()).toEqual({ copied: [], leftOut: [] });
    expect(await contents()).toEqual(before);
  });

  it('`restore copy` restores a pending delivery as skipped', async () => {
    await remove(rowKey('pending'), callKey('pending'));
    await copy();
    const row = await at(rowKey('pending'));
    expect(row).toMatchObject({ status: 'skipped', skipReason: 'restored' });
    expect([row?.['dueShard'], row?.['sweepAtMs'], row?.['leaseToken']]).toEqual([undefined, undefined, undefined]);
    expect(await broken()).toEqual([]);
    expect(await operator.json('delivery', 'replay', '--call', world.calls.pending.callId)).toMatchObject({
      replayed: 1,
    });
  });

  it('`restore copy` does not replace a settled delivery with a pending delivery, even with `--key`', async () => {
    const key = rowKey('delivered');
    await putItems(restored, [{ ...(await at(rowKey('pending'))), ...key, ...idsOf(world.calls.delivered) }]);
    expect((await copy()).copied).toEqual([]);
    const { code, err } = await operator.run('restore', 'copy', '--from', restored.name, '--key', text(key));
    expect([code, err]).toEqual([1, expect.stringContaining('Items left out: 1.')]);
    expect(await at(key)).toMatchObject({ status: 'delivered' });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['was revoked', () => revokeKey(asOperator(table), world.partnerId)],
    ['was replaced', () => rotateKey(asOperator(table), world.partnerId)],
  ])('`restore copy` does not restore a key that %s meanwhile, even if it restores the partner', async (_, change) => {
    const { partnerId } = world;
    const { keyHash: oldHash = '' } = (await findPartner(table, partnerId)) ?? {};
    await change();
    const current = await findPartner(table, partnerId);
    await remove(keys.partner(partnerId), keys.registryEntry(partnerId));
    await copy();
    expect(await broken()).toEqual([]);
    expect((await findPartner(table, partnerId))?.keyHash).toBe(current?.keyHash);
    const old = await findApiKey(table, oldHash);
    expect(old?.keyState === 'active' && oldHash !== current?.keyHash).toBe(false);
    expect((await findApiKey(table, current?.keyHash ?? ''))?.keyState).toBe(current?.keyState);
  });

  it('`restore copy` revokes the key of a restored partner if the current table lacks the key', async () => {
    const { partnerId } = world;
    await remove(keys.partner(partnerId), keys.apiKey((await findPartner(table, partnerId))?.keyHash ?? ''));
    await world.lines.line().catch(() => undefined);
    await copy();
    expect(await findPartner(table, partnerId)).toMatchObject({ keyState: 'revoked', lineCount: 2 });
    expect(await broken()).toEqual([]);
  });

  it('`restore copy` restores a lost secret', async () => {
    const { partnerId } = world;
    await remove(keys.secret(partnerId));
    await changeItem(table, keys.webhook(partnerId), { url: 'https://newer.example/hook', signingSecretHint: 'abcd' });
    await copy();
    expect(await at(keys.webhook(partnerId))).toMatchObject({
      url: 'https://newer.example/hook',
      signingSecretHint: '00ff',
    });
    expect(await broken()).toEqual([]);
  });

  it('`restore copy` does not restore a number that now belongs to another line', async () => {
    const { withNumber, plain, number } = world;
    await detachNumber(asOperator(table), withNumber);
    await attachNumber(asOperator(table), plain, number);
    await remove(keys.line(withNumber));
    await copy();
    expect(await at(keys.line(withNumber))).not.toHaveProperty('number');
    expect(await at(keys.number(number))).toMatchObject({ tenantId: plain });
    expect(await broken()).toEqual([]);
  });

  it('`restore copy` does not restore a lost line if other items show that the line was terminated', async () => {
    const { partnerId, plain } = world;
    await world.lines.terminate(plain);
    await remove(keys.line(plain));
    const { code, out } = await operator.run('--json', 'restore', 'copy', '--from', restored.name);
    expect(code).toBe(1);
    expect(JSON.parse(out).leftOut).toHaveLength(1);
    expect(await at(keys.delegation(partnerId, plain))).toBeUndefined();
  });

  it('`restore copy` restores nothing of a deleted partner', async () => {
    await operator.json('line', 'release-number', '--tenant', world.withNumber);
    await operator.json('partner', 'delete', '--partner', world.partnerId);
    const before = await contents();
    expect((await copy()).copied).toEqual([]);
    expect(await contents()).toEqual(before);
    expect((await compare('--partner', world.partnerId)).missing).toEqual([]);
    const mark = keys.deletedPartner(world.partnerId);
    await putItems(restored, [{ ...(await at(mark)), ...mark }]);
    expect((await copy('--lost', '--dry-run')).copied).toEqual([]);
  });

  it.each(['compare', 'copy'])('`restore %s` rejects a partner or a table that does not exist', async (verb) => {
    const run = (from: string, partnerId: string) =>
      operator.run('restore', verb, '--from', from, '--partner', partnerId);
    const unknown = await run(restored.name, 'pt_nobody');
    expect([unknown.code, unknown.err]).toEqual([1, 'Neither table has a partner pt_nobody.\n']);
    const missing = await run('no-such-table', world.partnerId);
    expect([missing.code, missing.err]).toEqual([1, 'There is no table no-such-table.\n']);
  });

  it("`restore copy` corrects a wrong count of a partner's lines", async () => {
    await changeItem(table, keys.partner(world.partnerId), { lineCount: 9 });
    const { code, err } = await operator.run('restore', 'copy', '--from', restored.name);
    expect([code, err]).toEqual([0, expect.stringContaining(`line count of partner ${world.partnerId} was wrong`)]);
    expect(await broken()).toEqual([]);
  });

  it('`restore copy` with `--key` replaces an item even if the item is not damaged', async () => {
    await changeItem(table, keys.agent(world.plain), { persona: 'Overwritten by mistake', version: 7 });
    expect((await copy()).copied).toEqual([]);
    const key = text(keys.agent(world.plain));
    expect(await copy('--key', key)).toEqual({ copied: [key], leftOut: [] });
    expect(await at(keys.agent(world.plain))).not.toHaveProperty('persona');
    const again = await operator.run('restore', 'copy', '--from', restored.name, '--key', key);
    expect(again).toMatchObject({ code: 0, err: '' });
  });

  it('`restore copy` does not restore a call that has expired', async () => {
    await remove(callKey('expiring'), rowKey('expiring'));
    const late = await operatorWorld({ table, parts: { nowMs: () => NOW_MS + 31 * 86_400_000 } });
    expect((await late.json('restore', 'copy', '--from', restored.name)).copied).toEqual([]);
  });

  it('`restore compare` lists missing, different and additional items', async () => {
    await remove(callKey('delivered'));
    await changeItem(table, keys.agent(world.plain), { version: 2 });
    const extra = await recorded(table, aCall({ tenantId: world.plain, partnerId: world.partnerId }));
    expect(await compare()).toEqual({
      missing: [text(callKey('delivered'))],
      different: [text(keys.agent(world.plain))],
      extra: expect.arrayContaining([text(keys.delivery(extra.callId))]),
    });
  });

  it('`restore copy` with `--lost` fills an empty table even after several killed runs', async () => {
    table = await testTable();
    for (const write of [2, 7, 20]) {
      const dying = await operatorWorld({ table: killedAt(table, write, write % 2 === 0) });
      const { code } = await dying.run('restore', 'copy', '--from', restored.name, '--lost');
      expect(code).toBe(1);
    }
    operator = await operatorWorld({ table });
    expect((await copy('--lost')).leftOut).toEqual([]);
    expect(await broken()).toEqual([]);
    const pending = (await allItems(table)).filter(({ status }) => status === 'pending');
    expect(pending).toEqual([]);
    const missing = (await compare()).missing;
    expect(missing).toEqual([]);
  });

  it('`restore` rejects the current table of the service as the value of `--from`', async () => {
    const { code, err } = await operator.run('restore', 'compare', '--from', table.name);
    expect([code, err]).toEqual([1, `${table.name} is the table in use. Name the restored table.\n`]);
  });
});
