import { beforeEach, describe, expect, it } from '@jest/globals';
import { createHandler as lineForCall } from '../../../functions/line-for-call/handler.ts';
import { findApiKey } from '../../../shared/store/partners/api-keys.ts';
import { findPartner } from '../../../shared/store/partners/partners.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { aCall, callRecorderOn, putItems } from '../../support/functions/deliveries.ts';
import { NOW_MS } from '../../support/functions/line-world.ts';
import { silent } from '../../support/functions/telemetry.ts';
import { allItems, type StoredItem, testTable } from '../../support/table/table.ts';
import { killedAt } from '../deletion-world.ts';
import { operatorWorld } from '../operator-world.ts';
import { type SoundWorld, settledItems, soundWorld } from '../sound-world.ts';

const isOf = (partnerId: string) => (item: StoredItem) => JSON.stringify(item).includes(partnerId);
const isAudit = ({ PK }: StoredItem) => String(PK).startsWith('AUDIT#');

const linesOf = ({ plain, withNumber, terminated, purged }: SoundWorld) => [plain, withNumber, terminated, purged];

describe('the command `partner delete`', () => {
  let table: Table;
  let world: SoundWorld;
  let operator: Awaited<ReturnType<typeof operatorWorld>>;

  beforeEach(begin);
  /** Each deletion has a table of its own, because the tests read the whole table again and again. */
  async function begin(): Promise<void> {
    table = await testTable();
    world = await soundWorld(table);
    operator = await operatorWorld({ table });
    await operator.json('line', 'release-number', '--tenant', world.withNumber);
  }

  const deletePartner = (on = operator) => on.run('--json', 'partner', 'delete', '--partner', world.partnerId);

  /** What must be left of the partner: that it and its lines were deleted, and a row without words for each call. */
  const leftOf = (items: readonly StoredItem[]) =>
    items
      .filter((item) => isOf(world.partnerId)(item) && !isAudit(item))
      .map(({ PK, SK }) => `${String(PK)} ${String(SK)}`);
  const expectedOf = () =>
    [
      `PARTNER#${world.partnerId} DELETED`,
      ...linesOf(world).map((tenantId) => `LINE#${tenantId} DELETED`),
      ...Object.values(world.calls).map(({ callId }) => `CALL#${callId} DELIVERY`),
    ].sort();

  it('the command `partner delete` leaves no text of the partner or of callers', async () => {
    const { code, out, err } = await deletePartner();
    expect([code, err.split('\n').length]).toEqual([0, 2]);
    expect(JSON.parse(out)).toEqual({ partnerId: world.partnerId, lines: 4, calls: 6, deleted: true });
    const items = await allItems(table);
    expect(leftOf(items).sort()).toEqual(expectedOf());
    const text = JSON.stringify(items.filter(isOf(world.partnerId)));
    for (const word of [
      'Acme',
      'Corner Cafe',
      'Asked for a table',
      'acme.example',
      'c2VhbGVk',
      '00ff',
      '4567',
      world.number,
    ])
      expect(text).not.toContain(word);
    expect((await operator.json('verify')).broken).toEqual([]);
  });

  it('the command `partner delete` does not change other partners', async () => {
    const kept = await soundWorld(table);
    const others = (items: readonly StoredItem[]) =>
      items.filter((item) => !isOf(world.partnerId)(item) && !isAudit(item));
    const before = (await allItems(table)).filter(isOf(kept.partnerId));
    await deletePartner();
    expect((await allItems(table)).filter(isOf(kept.partnerId))).toEqual(before);
    expect(others(before).length).toBeGreaterThan(15);
  });

  it('the command `partner delete` changes nothing if a line of the partner has a number', async () => {
    await operator.json('line', 'attach-number', '--tenant', world.plain, '--number', '+15551234567');
    const before = await allItems(table);
    const { code, err } = await deletePartner();
    expect(code).toBe(1);
    expect(err).toContain(`Line ${world.plain} has the number +15551234567. Detach the number first`);
    // The audit trail would keep the number.
    expect(await allItems(table)).toEqual(before);
    await operator.json('line', 'release-number', '--tenant', world.plain);
  });

  it('the command `partner delete` with `--dry-run` only counts lines and calls', async () => {
    const before = await allItems(table);
    expect(await operator.json('partner', 'delete', '--partner', world.partnerId, '--dry-run')).toEqual({
      partnerId: world.partnerId,
      lines: 4,
      calls: 6,
      deleted: false,
    });
    expect(await allItems(table)).toEqual(before);
  });

  it('if the deletion of a partner fails at a write after the first, no invariant is broken', async () => {
    for (let write = 2; ; write += 1) {
      const dying = await operatorWorld({ table: killedAt(table, write, write % 2 === 0) });
      const { code, err } = await deletePartner(dying);
      if (code === 0) break;
      // A fault at the last write leaves only the entry of the audit trail incomplete, so the partner is deleted.
      expect(err).toMatch(
        /at least \d \(killed\); run the command again to delete the rest\n|4 lines and 6 calls deleted/,
      );
      expect((await operator.json('verify')).broken).toEqual([]);
      expect((await deletePartner()).code).toBe(0);
      expect(leftOf(await allItems(table)).sort()).toEqual(expectedOf());
      await begin();
    }
    expect(leftOf(await allItems(table)).sort()).toEqual(expectedOf());
  });

  it('a partner whose deletion was interrupted cannot be activated, and gets no new key, secret, name or quota', async () => {
    const { partnerId } = world;
    await deletePartner(await operatorWorld({ table: killedAt(table, 3, true) }));
    for (const command of [
      ['key', 'rotate'],
      ['secret', 'rotate'],
      ['partner', 'activate'],
      ['partner', 'update', '--name', 'Acme again'],
      ['partner', 'quota', '--quota', '3'],
    ]) {
      const { code, err } = await operator.run(...command, '--partner', partnerId);
      expect([command, code, err]).toEqual([command, 1, expect.stringContaining('its deletion has begun')]);
    }
    expect(await findPartner(table, partnerId)).toMatchObject({ state: 'suspended', keyState: 'revoked' });
    await deletePartner();
  });

  it('the audit trail of a deleted partner stays readable', async () => {
    await deletePartner();
    expect(await deletePartner()).toMatchObject({ code: 0 });
    const entries = await operator.json('audit', 'list', '--partner', world.partnerId);
    expect(entries.map(({ action }: { action: string }) => action)).toContain('partner delete');
    expect((await operator.run('partner', 'show', '--partner', world.partnerId)).err).toBe(
      `There is no partner ${world.partnerId}.\n`,
    );
  });

  it('the ids of calls cannot be used again after their partner was deleted', async () => {
    const kept = await soundWorld(table);
    const { keyHash = '' } = (await findPartner(table, world.partnerId)) ?? {};
    await deletePartner();
    expect(await findApiKey(table, keyHash)).toBeUndefined();
    const { callId } = world.calls.delivered;
    const again = await callRecorderOn(table).store(aCall({ callId, tenantId: kept.plain }), () => NOW_MS);
    expect(again.alreadyStored).toBe(true);
  });

  it('after the deletion of a partner, the voice platform still learns that the lines of the partner are terminated', async () => {
    const lookUp = lineForCall({ ...silent, table });
    await deletePartner();
    const terminated = { notServed: { reason: 'terminated' }, maxAgeSeconds: 60 };
    for (const tenantId of linesOf(world)) expect(await lookUp({ tenantId })).toEqual(terminated);
    expect(await lookUp({ number: world.number })).toMatchObject({ notServed: { reason: 'unknown' } });
  });

  it('the command `partner delete` deletes a call that was being recorded when its line was deleted', async () => {
    const late = aCall({ tenantId: world.plain, partnerId: world.partnerId, storedAtMs: NOW_MS });
    const waiting = await operatorWorld({
      table,
      parts: { sleepMs: async (ms) => void (ms > 10_000 && (await putItems(table, settledItems(late)))) },
    });
    await deletePartner(waiting);
    expect(leftOf(await allItems(table)).sort()).toEqual([...expectedOf(), `CALL#${late.callId} DELIVERY`].sort());
  });

  it('the command `partner delete` fails for a partner that never existed', async () => {
    const { code, err } = await operator.run('partner', 'delete', '--partner', 'pt_nobody');
    expect([code, err.split('\n').at(-2)]).toEqual([1, 'There is no partner pt_nobody.']);
    expect((await allItems(table)).filter(({ PK }) => PK === keys.partner('pt_nobody').PK)).toEqual([]);
  });
});
