import { stripVTControlCharacters } from 'node:util';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { countDeliveries } from '../../../operator/deliveries/counts-of-partner.ts';
import { newestDeliveries } from '../../../operator/deliveries/newest-deliveries.ts';
import { listDeliveries } from '../../../operator/records/delivery-queries.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { aCall, recorded } from '../../support/functions/deliveries.ts';
import { lineWorld, NOW_MS } from '../../support/functions/line-world.ts';
import { HOUR_MS, type PartnerDeliveries, partnerDeliveries } from './partner-deliveries.ts';

describe('operator commands that list, count and index deliveries', () => {
  let world: PartnerDeliveries['world'];
  let partnerId: string;
  let delivery: PartnerDeliveries['delivery'];
  let list: PartnerDeliveries['list'];
  beforeEach(async () => {
    ({ world, partnerId, delivery, list } = await partnerDeliveries());
  });
  /** Returns the ids of the newest deliveries of all partners. */
  const newest = async (...filter: string[]): Promise<string[]> =>
    (await world.json('delivery', 'list', '--newest', ...filter)).map(({ callId }: { callId: string }) => callId);

  it("an operator can list a partner's deliveries by status", async () => {
    await delivery('c-new', { status: 'pending', attempts: 2, storedAtMs: NOW_MS, nextAttemptAtMs: NOW_MS + 60_000 });
    await delivery('c-old', { storedAtMs: NOW_MS - HOUR_MS });
    await delivery('c-skipped', { status: 'skipped', attempts: 0, storedAtMs: NOW_MS - 1 });
    const ofLine = { tenantId: 'tn_1', nextAttemptAt: null };
    expect(await list()).toEqual([
      { ...ofLine, callId: 'c-old', status: 'dead', attempts: 8 },
      { ...ofLine, callId: 'c-skipped', status: 'skipped', reason: 'no webhook', attempts: 0 },
      { ...ofLine, callId: 'c-new', status: 'pending', attempts: 2, nextAttemptAt: '2026-11-21T10:01:00.000Z' },
    ]);
    expect(await list('--status', 'dead')).toMatchObject([{ callId: 'c-old' }]);
    expect(await list('--status', 'refused')).toEqual([]);
  });

  it('a list of deliveries is complete even if it needs several pages', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, n) => delivery(`c-${n}`, { storedAtMs: NOW_MS + n })));
    const found = await listDeliveries(world.table, partnerId, { matches: () => true, pageSize: 7 });
    expect(found.map(({ callId }) => callId)).toEqual(Array.from({ length: 30 }, (_, n) => `c-${n}`));
    expect(await list()).toHaveLength(30);
  });

  it('the list of deliveries shows which calls have expired', async () => {
    await delivery('c-expired', { callExpiresAtUnixSeconds: NOW_MS / 1_000 });
    await delivery('c-kept', { callExpiresAtUnixSeconds: NOW_MS / 1_000 + 1 });
    const [expired, kept] = await list();
    expect(expired).toMatchObject({ callId: 'c-expired', status: 'dead', call: 'expired' });
    expect(kept).not.toHaveProperty('call');
    const show = (callId: string) => world.json('delivery', 'show', '--call', callId);
    expect(await show('c-expired')).toMatchObject([{ call: 'expired', callExpiresAt: '2026-11-21T10:00:00.000Z' }]);
    const [shown] = await show('c-kept');
    expect(shown).toMatchObject({ callExpiresAt: '2026-11-21T10:00:01.000Z' });
    expect(shown).not.toHaveProperty('call');
  });

  it('an operator can list the newest deliveries of a partner in pages', async () => {
    const log = [{ atMs: NOW_MS, outcome: 'timeout', durationMs: 10_000 }];
    for (let n = 0; n < 5; n += 1) await delivery(`c-${n}`, { storedAtMs: NOW_MS + n, ...(n === 4 && { log }) });
    const page = ['delivery', 'list', '--partner', partnerId, '--newest', '--limit', '2'];
    const { out, err } = await world.run('--json', ...page);
    expect(JSON.parse(out)).toMatchObject([
      { callId: 'c-4', lastOutcome: 'timeout', recordedAt: '2026-11-21T10:00:00.004Z' },
      { callId: 'c-3', lastOutcome: null },
    ]);
    const cursor = /--cursor (\S+)/.exec(err)?.[1] ?? '';
    const rest = await list('--newest', '--cursor', cursor.replaceAll("'", ''));
    expect(rest).toMatchObject([{ callId: 'c-2' }, { callId: 'c-1' }, { callId: 'c-0' }]);
    expect(await list('--newest', '--since', String(NOW_MS + 3))).toMatchObject([{ callId: 'c-4' }, { callId: 'c-3' }]);
  });

  it('an operator can find a refused delivery that is older than 230 other deliveries', async () => {
    await Promise.all(Array.from({ length: 230 }, (_, n) => delivery(`c-${n}`, { storedAtMs: NOW_MS + n })));
    await delivery('c-old', { status: 'refused', storedAtMs: NOW_MS - 1 });
    expect(await list('--newest', '--status', 'refused', '--limit', '1')).toMatchObject([{ callId: 'c-old' }]);
    const page = await newestDeliveries(world.table, { partnerId, limit: 100 });
    expect(page.rows.map(({ callId }) => callId)).toEqual(Array.from({ length: 100 }, (_, n) => `c-${229 - n}`));
    expect(page).toMatchObject({ next: '1795255200129#c-129', lookedAt: 100 });
  });

  it('an operator can search the undelivered deliveries of all partners by status, partner and time', async () => {
    await Promise.all(
      Array.from({ length: 120 }, (_, n) => delivery(`c-${n}`, { status: 'dead', storedAtMs: NOW_MS + n })),
    );
    await delivery('c-ok', { status: 'delivered', storedAtMs: NOW_MS + 7 });
    await delivery('c-refused', { status: 'refused', tenantId: 'tn_2', storedAtMs: NOW_MS - 5 });
    await delivery('c-deleted', { status: 'skipped', skipReason: 'deleted', storedAtMs: NOW_MS - 4 });
    await delivery('c-skipped', { status: 'skipped', storedAtMs: NOW_MS - 3 });
    expect(await newest('--status', 'refused')).toEqual(['c-refused']);
    expect(await newest('--status', 'undelivered', '--until', String(NOW_MS - 1))).toEqual(['c-skipped', 'c-refused']);
    expect(await newest('--status', 'undelivered', '--partner', partnerId, '--until', String(NOW_MS - 4))).toEqual([
      'c-refused',
    ]);
    expect(await list('--status', 'skipped')).toMatchObject([{ callId: 'c-deleted' }, { callId: 'c-skipped' }]);
    expect(await newest('--status', 'skipped')).toEqual(['c-skipped']);
    expect(await newest('--status', 'dead', '--since', String(NOW_MS + 118))).toEqual(['c-119', 'c-118']);
    expect(await newest('--since', String(NOW_MS + 119))).toEqual(['c-119']);
    expect(await newest('--status', 'delivered')).toEqual(['c-ok']);
  });

  it('each undelivered delivery is on exactly one page, even if several calls were recorded at the same time', async () => {
    await Promise.all(Array.from({ length: 70 }, (_, n) => delivery(`c-${n}`, { storedAtMs: NOW_MS + (n % 3) })));
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await newestDeliveries(world.table, { statuses: ['dead', 'refused'], limit: 30, cursor });
      seen.push(...page.rows.map(({ callId }) => callId));
      cursor = page.next;
      if (cursor === undefined) break;
    }
    expect(seen).toHaveLength(70);
    expect(new Set(seen).size).toBe(70);
  });

  it('an operator can list the deliveries of a line by time', async () => {
    const calls = [aCall({ storedAtMs: NOW_MS }), aCall({ storedAtMs: NOW_MS + 1 }), aCall({ storedAtMs: NOW_MS + 2 })];
    const tenantId = await (await lineWorld(world.table)).line();
    for (const call of calls) await recorded(world.table, { ...call, tenantId });
    const [first, second, third] = calls.map(({ callId }) => callId);
    expect(await newest('--tenant', tenantId)).toEqual([third, second, first]);
    const between = ['--since', String(NOW_MS + 1), '--until', String(NOW_MS + 1)];
    expect(await newest('--tenant', tenantId, ...between)).toEqual([second]);
    expect(await newest('--status', 'pending')).toEqual([third, second, first]);
  });

  it('the command `delivery index` adds only undelivered rows of an earlier version to the index `undelivered`', async () => {
    await delivery('c-1', { status: 'dead' });
    await delivery('c-2', { status: 'delivered' });
    const asEarlier = { Key: keys.delivery('c-1'), UpdateExpression: 'REMOVE undeliveredShard' };
    await world.table.db.send(new UpdateCommand({ TableName: world.table.name, ...asEarlier }));
    const indexed = () => newestDeliveries(world.table, { statuses: ['dead'], limit: 10 });
    expect((await indexed()).rows).toEqual([]);
    expect(await world.json('delivery', 'index', '--dry-run')).toEqual({ found: 1, indexed: 0 });
    expect(await world.json('delivery', 'index')).toEqual({ found: 1, indexed: 1 });
    expect((await indexed()).rows).toMatchObject([{ callId: 'c-1' }]);
    expect(await world.json('delivery', 'index')).toEqual({ found: 0, indexed: 0 });
  });

  it("an operator can count a partner's deliveries by status for each recent day or hour", async () => {
    await delivery('call_now', { status: 'delivered', storedAtMs: NOW_MS });
    await delivery('call_yesterday', { status: 'pending', storedAtMs: NOW_MS - 24 * HOUR_MS });
    await delivery('call_dead', { status: 'dead', storedAtMs: NOW_MS - 24 * HOUR_MS });
    await delivery('call_old', { status: 'dead', storedAtMs: NOW_MS - 14 * 24 * HOUR_MS });
    const none = { delivered: 0, pending: 0, refused: 0, dead: 0, skipped: 0 };
    const days = await world.json('delivery', 'counts', '--partner', partnerId);
    expect(days).toHaveLength(14);
    expect(days[0]).toMatchObject(none);
    expect(days.slice(-2)).toEqual([
      { ...none, since: '2026-11-20T00:00:00.000Z', pending: 1, dead: 1 },
      { ...none, since: '2026-11-21T00:00:00.000Z', delivered: 1 },
    ]);
    const hours = await world.json('delivery', 'counts', '--partner', partnerId, '--by', 'hour');
    expect(hours).toHaveLength(48);
    expect(hours.at(-1)).toMatchObject({ ...none, delivered: 1 });
    expect(hours.at(-25)).toMatchObject({ ...none, pending: 1, dead: 1 });
  });

  it("the count of a busy partner's deliveries is marked as cut short", async () => {
    for (const [n, days] of [0, 0, 1, 2].entries())
      await delivery(`c-${n}`, { storedAtMs: NOW_MS - days * 24 * HOUR_MS });
    const counted = await countDeliveries(world.table, partnerId, { by: 'day', nowMs: NOW_MS, most: 3 });
    expect(counted).toMatchObject({ isCutShort: true, counts: [{ dead: 1 }, { dead: 2 }] });
  });

  it('the command `delivery show` prints the attempts in the log of a delivery', async () => {
    const log = [
      { atMs: NOW_MS, outcome: 'status 503', durationMs: 12, nextAttemptAtMs: NOW_MS + 60_000 },
      { atMs: NOW_MS + 60_000, outcome: 'status 410', durationMs: 8 },
    ];
    await delivery('c-1', { status: 'refused', attempts: 2, log });
    const [first, second] = ['2026-11-21T10:00:00.000Z', '2026-11-21T10:01:00.000Z'];
    expect(await world.json('delivery', 'show', '--call', 'c-1')).toEqual([
      {
        callId: 'c-1',
        tenantId: 'tn_1',
        status: 'refused',
        attempts: 2,
        nextAttemptAt: null,
        partnerId,
        recordedAt: '2026-11-21T09:00:00.000Z',
        leaseUntil: null,
        series: 1,
        log: [
          { at: first, outcome: 'status 503', durationMs: 12, nextAttemptAt: second },
          { at: second, outcome: 'status 410', durationMs: 8, nextAttemptAt: null },
        ],
      },
    ]);
    const { out } = await world.run('delivery', 'show', '--call', 'c-1');
    expect(stripVTControlCharacters(out).replaceAll(/ +/g, ' ').split('\n')).toEqual([
      'callId tenantId status reason attempts nextAttemptAt call partnerId recordedAt leaseUntil series',
      `c-1 tn_1 refused - 2 - - ${partnerId} 2026-11-21T09:00:00.000Z - 1`,
      '',
      'at outcome durationMs nextAttemptAt',
      `${first} status 503 12 ${second}`,
      `${second} status 410 8 -`,
      '',
    ]);
    expect(await world.run('delivery', 'show', '--call', 'none')).toMatchObject({
      code: 1,
      err: 'There is no call none.\n',
    });
  });
});
