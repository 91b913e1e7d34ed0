import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { cachedNames, NAMES_KEPT_MS } from '../../../operator/find/names.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { lineWorld, NOW_MS } from '../../support/functions/line-world.ts';
import { testTable } from '../../support/table/table.ts';
import { partnerDeliveries } from '../commands/partner-deliveries.ts';
import { operatorWorld } from '../operator-world.ts';

const hits = z.array(z.object({ id: z.string() }));

describe('the command `find`', () => {
  it('the command `find` finds a partner, a line or a call by id', async () => {
    const { world, partnerId, delivery } = await partnerDeliveries();
    const tenantId = await (await lineWorld(world.table)).line();
    // The voice platform chooses the ids of calls, so an id may look like that of a line or a partner.
    for (const callId of ['tn_call', 'pt_call']) await delivery(callId);
    for (const [text, kind, id = text] of [
      [partnerId, 'partner'],
      [partnerId.toLowerCase(), 'partner', partnerId],
      ['pt_call', 'call'],
      [` ${tenantId} `, 'line', tenantId],
      ['tn_call', 'call'],
    ] as const) {
      expect(await world.json('find', '--text', text)).toEqual([expect.objectContaining({ kind, id })]);
    }
  });

  it('the command `find` lists the best match first', async () => {
    const world = await operatorWorld();
    const lines = await lineWorld(world.table);
    const [front, night] = [
      await lines.line({ name: 'Kestrel Front Desk', externalId: 'store-0042' }),
      await lines.line({ name: 'Kestrel', externalId: 'store-0043' }),
    ];
    const idsOf = async (text: string) => hits.parse(await world.json('find', '--text', text)).map(({ id }) => id);
    expect(await idsOf('kestrel')).toEqual([night, front]);
    expect(await idsOf('desk  KESTREL')).toEqual([front]);
    expect(await idsOf('store-0042')).toEqual([front]);
    expect((await idsOf('Acme')).at(0)).toBe(lines.partnerId);
  });

  it('the command `find` finds a line by its number with spaces and hyphens', async () => {
    const world = await operatorWorld();
    const tenantId = await (await lineWorld(world.table)).line({ name: 'Night desk' });
    await world.run('line', 'attach-number', '--tenant', tenantId, '--number', '+821098765432');
    for (const text of ['+821098765432', '+82 10-9876-5432']) {
      const { out } = await world.run('--json', 'find', '--text', text);
      expect(JSON.parse(out)).toEqual([
        expect.objectContaining({ id: tenantId, name: 'Night desk', number: '****5432' }),
      ]);
      expect(out).not.toContain('98765432');
    }
  });

  it('the command `find` finds a new line after 15 seconds if nothing else matches', async () => {
    let nowMs = NOW_MS;
    const world = await operatorWorld({ parts: { nowMs: () => nowMs } });
    const lines = await lineWorld(world.table);
    const { code, err } = await world.run('find', '--text', 'Kestrel');
    expect([code, err]).toEqual([1, 'Nothing was found for Kestrel.\n']);
    const tenantId = await lines.line({ name: 'Kestrel' });
    nowMs += 15_000;
    expect(await world.json('find', '--text', 'Kestrel')).toEqual([expect.objectContaining({ id: tenantId })]);
  });

  it('the command `find` lists at most 100 matches', async () => {
    const world = await operatorWorld({ parts: { choice: { data: '.local', stack: 'partner-lines-dev-service' } } });
    const lines = await lineWorld(world.table);
    for (let n = 0; n < 101; n += 1) await lines.line({ name: `Desk ${n}`, externalId: `desk-${n}` });
    const { out, err } = await world.run('--json', 'find', '--text', 'desk');
    expect(JSON.parse(out)).toHaveLength(100);
    expect(err).toContain('101 results. Only the first 100 are listed.');
    expect(err).toMatch(/Reading the names of 1 partners cost [\d.]+ read units, \$0\.00/);
  });

  it('the command `find` reads cached names again after ten minutes', async () => {
    const table = await testTable();
    const lines = await lineWorld(table);
    const tenantId = await lines.line({ name: 'Kestrel' });
    const first = await cachedNames(table, NOW_MS, NAMES_KEPT_MS);
    await lines.set(keys.delegation(lines.partnerId, tenantId), 'name', 7);
    expect(await cachedNames(table, NOW_MS + 599_999, NAMES_KEPT_MS)).toBe(first);
    expect(await cachedNames(table, NOW_MS + 600_000, NAMES_KEPT_MS)).toMatchObject({
      unreadable: 1,
      all: [{ kind: 'partner' }],
    });
  });
});
