import { stripVTControlCharacters } from 'node:util';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type DeliveryItem, dueKeys, newDelivery } from '../../shared/store/delivery-item.ts';
import { findDelivery, listDeliveries } from '../../shared/store/delivery-queries.ts';
import { startNextSeries } from '../../shared/store/delivery-replay.ts';
import { keys } from '../../shared/store/keys.ts';
import { createPartner } from '../../shared/store/partners.ts';
import { itemAt } from '../support/deliveries.ts';
import { losingAnswers } from '../support/faulty.ts';
import { NOW_MS } from '../support/line-world.ts';
import { fakeSqs, refused } from './fake-clients.ts';
import { operatorWorld } from './operator-world.ts';

const HOUR_MS = 3_600_000;

describe("an operator looks after a partner's deliveries", () => {
  let world: Awaited<ReturnType<typeof operatorWorld>>;
  let partnerId: string;
  beforeEach(async () => {
    world = await operatorWorld();
    const issueSecret = async () => ({ ciphertext: 'sealed', hint: '00ff' });
    const nowMs = () => NOW_MS;
    const made = await createPartner({ table: world.table, issueSecret, nowMs }, { name: 'Acme', scopes: [] });
    partnerId = made.partner.partnerId;
  });

  /** A delivery in a state that the pipeline would have brought it to. */
  async function delivery(callId: string, about: Partial<DeliveryItem> = {}) {
    const { storedAtMs = NOW_MS - HOUR_MS } = about;
    const status = about.status ?? 'dead';
    const fresh = newDelivery({ callId, tenantId: 'tn_1', partnerId, storedAtMs }, 0, 'no webhook');
    const due = status === 'pending' ? dueKeys(callId, storedAtMs, 0) : {};
    const { skipReason: _, ...row } = { ...fresh, status, attempts: 8, ...about, ...due };
    const reason = status === 'skipped' ? { skipReason: about.skipReason ?? 'no webhook' } : {};
    const Item = { ...keys.delivery(callId), ...row, ...reason };
    await world.table.db.send(new PutCommand({ TableName: world.table.name, Item }));
  }
  const list = (...more: string[]) => world.json('delivery', 'list', '--partner', partnerId, ...more);
  const replay = (...more: string[]) => world.json('delivery', 'replay', ...more);
  const ofPartner = (...more: string[]) => replay('--partner', partnerId, '--since', '2026-11-21T00:00:00Z', ...more);

  it('lists them, the oldest call first, and by status', async () => {
    await delivery('c-new', { status: 'pending', attempts: 2, storedAtMs: NOW_MS, nextAttemptAtMs: NOW_MS + 60_000 });
    await delivery('c-old', { storedAtMs: NOW_MS - HOUR_MS });
    await delivery('c-skipped', { status: 'skipped', attempts: 0, storedAtMs: NOW_MS - 1 });
    expect(await list()).toEqual([
      { callId: 'c-old', tenantId: 'tn_1', status: 'dead', attempts: 8, nextAttemptAt: null },
      {
        callId: 'c-skipped',
        tenantId: 'tn_1',
        status: 'skipped',
        reason: 'no webhook',
        attempts: 0,
        nextAttemptAt: null,
      },
      { callId: 'c-new', tenantId: 'tn_1', status: 'pending', attempts: 2, nextAttemptAt: '2026-11-21T10:01:00.000Z' },
    ]);
    expect(await list('--status', 'dead')).toMatchObject([{ callId: 'c-old' }]);
    expect(await list('--status', 'refused')).toEqual([]);
  });

  it('reads any number of them, page by page', async () => {
    await Promise.all(Array.from({ length: 230 }, (_, n) => delivery(`c-${n}`, { storedAtMs: NOW_MS + n })));
    const found = await listDeliveries(world.table, partnerId, { matches: () => true, pageSize: 7 });
    expect(found.map(({ callId }) => callId)).toEqual(Array.from({ length: 230 }, (_, n) => `c-${n}`));
    expect(await list()).toHaveLength(230);
  });

  it('shows every attempt of one', async () => {
    const log = [
      { atMs: NOW_MS, outcome: 'status 503', durationMs: 12, nextAttemptAtMs: NOW_MS + 60_000 },
      { atMs: NOW_MS + 60_000, outcome: 'status 410', durationMs: 8 },
    ];
    await delivery('c-1', { status: 'refused', attempts: 2, log });
    expect(await world.json('delivery', 'show', '--call', 'c-1')).toEqual([
      {
        callId: 'c-1',
        tenantId: 'tn_1',
        status: 'refused',
        attempts: 2,
        nextAttemptAt: null,
        series: 1,
        log: [
          {
            at: '2026-11-21T10:00:00.000Z',
            outcome: 'status 503',
            durationMs: 12,
            nextAttemptAt: '2026-11-21T10:01:00.000Z',
          },
          { at: '2026-11-21T10:01:00.000Z', outcome: 'status 410', durationMs: 8, nextAttemptAt: null },
        ],
      },
    ]);
    const { out } = await world.run('delivery', 'show', '--call', 'c-1');
    expect(stripVTControlCharacters(out).replaceAll(/ +/g, ' ').split('\n')).toEqual([
      'callId tenantId status attempts nextAttemptAt series',
      'c-1 tn_1 refused 2 - 1',
      '',
      'at outcome durationMs nextAttemptAt',
      '2026-11-21T10:00:00.000Z status 503 12 2026-11-21T10:01:00.000Z',
      '2026-11-21T10:01:00.000Z status 410 8 -',
      '',
    ]);
    expect(await world.run('delivery', 'show', '--call', 'none')).toMatchObject({
      code: 1,
      err: 'There is no call none.\n',
    });
  });

  it.each(['dead', 'refused', 'skipped'] as const)(
    'replays a %s one as a new series, and keeps the old log',
    async (status) => {
      const log = [{ atMs: NOW_MS - HOUR_MS, outcome: 'timeout', durationMs: 10_000 }];
      await delivery('c-1', { status, log, leaseToken: 'old', leaseUntilMs: NOW_MS + 1 });
      expect(await replay('--call', 'c-1')).toEqual({ matched: 1, replayed: 1 });
      const row = await findDelivery(world.table, 'c-1');
      expect(row).toMatchObject({ status: 'pending', attempts: 0, series: 2, nextAttemptAtMs: NOW_MS, log });
      for (const gone of ['skipReason', 'leaseToken', 'leaseUntilMs']) expect(row).not.toHaveProperty(gone);
      expect(world.queued).toEqual([
        {
          queueUrl: 'https://sqs.eu-west-1.amazonaws.com/000000000000/main',
          group: partnerId,
          body: { v: 1, callId: 'c-1', partnerId, tenantId: 'tn_1', storedAtMs: NOW_MS - HOUR_MS },
        },
      ]);
    },
  );

  it.each(['pending', 'delivered'] as const)('refuses to replay a %s one', async (status) => {
    await delivery('c-1', { status });
    expect(await world.run('delivery', 'replay', '--call', 'c-1')).toEqual({
      code: 1,
      out: '',
      err: `The delivery of c-1 is ${status} and cannot be replayed.\n`,
    });
    expect(world.queued).toEqual([]);
  });

  it('replays what was given up since a time, ten a second', async () => {
    await delivery('c-before', { storedAtMs: NOW_MS - 24 * HOUR_MS });
    await delivery('c-dead');
    await delivery('c-refused', { status: 'refused' });
    await delivery('c-skipped', { status: 'skipped' });
    await delivery('c-deleted', { status: 'skipped', skipReason: 'deleted' });
    await delivery('c-delivered', { status: 'delivered' });
    expect(await ofPartner('--dry-run')).toEqual({ matched: 2, replayed: 0 });
    const look = ['delivery', 'replay', '--partner', partnerId, '--since', '2026-11-21T00:00:00Z', '--dry-run'];
    expect((await world.run(...look)).out).toBe('2 match since 2026-11-21T00:00:00.000Z; nothing was sent (dry run)\n');
    expect(world.queued).toEqual([]);
    expect(await ofPartner()).toEqual({ matched: 2, replayed: 2 });
    expect(await ofPartner('--status', 'skipped')).toEqual({ matched: 1, replayed: 1 });
    expect(await list('--status', 'pending')).toHaveLength(3);
    expect(world.sleptMs).toEqual([100]);
  });

  describe('of which one cannot be read', () => {
    const SENTENCE = 'The delivery of c-broken cannot be read: attempts, log.\n';
    beforeEach(async () => {
      await delivery('c-broken');
      await world.table.db.send(
        new UpdateCommand({
          TableName: world.table.name,
          Key: keys.delivery('c-broken'),
          UpdateExpression: 'SET attempts = :private, #log[0] = :private',
          ExpressionAttributeNames: { '#log': 'log' },
          ExpressionAttributeValues: { ':private': 'private' },
        }),
      );
      await delivery('c-fine');
    });

    it.each(['show', 'replay'])('says on one line at `%s` what is wrong with it, and quotes nothing', async (verb) => {
      const printed = await world.run('delivery', verb, '--call', 'c-broken');
      expect(printed).toEqual({ code: 1, out: '', err: SENTENCE });
    });

    it('names it beside the others in the list, and has these replayed', async () => {
      const { code, out, err } = await world.run('--json', 'delivery', 'list', '--partner', partnerId);
      expect([code, err]).toEqual([1, SENTENCE]);
      expect(JSON.parse(out)).toMatchObject([{ callId: 'c-fine' }]);
      const replayed = await world.run('--json', 'delivery', 'replay', '--partner', partnerId, '--since', '0');
      expect([replayed.code, JSON.parse(replayed.out), replayed.err]).toEqual([
        1,
        { matched: 1, replayed: 1 },
        SENTENCE,
      ]);
    });
  });

  it('counts and wakes a replay of which the first answer was lost', async () => {
    await delivery('c-1');
    const faulty = await operatorWorld({ table: losingAnswers(world.table) });
    expect(await faulty.json('delivery', 'replay', '--call', 'c-1')).toEqual({ matched: 1, replayed: 1 });
    expect(faulty.queued).toHaveLength(1);
    expect((await findDelivery(world.table, 'c-1'))?.series).toBe(2);
  });

  it('has the sweeper look at it one period later, as long as that is on this service', async () => {
    await delivery('c-1');
    const quick = await operatorWorld({ table: world.table, parts: { sweepPeriodMs: 3_000 } });
    await quick.json('delivery', 'replay', '--call', 'c-1');
    expect(await itemAt(world.table, keys.delivery('c-1'))).toMatchObject({ sweepAtMs: NOW_MS + 3_000 });
  });

  it('tells how far a replay has come that is interrupted', async () => {
    await delivery('c-1');
    await delivery('c-2');
    let sent = 0;
    const sqs = fakeSqs(() => {
      sent += 1;
      return sent > 1 ? refused('ServiceUnavailable', 'The queue is away') : { body: { Successful: [], Failed: [] } };
    });
    const halting = await operatorWorld({ table: world.table, parts: { sqs } });
    const { code, err } = await halting.run('delivery', 'replay', '--partner', partnerId, '--since', '0');
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('Stopped after 1 of 2; the same command takes up the rest'),
    ]);
  });

  it('starts one series only when two operators replay at once', async () => {
    await delivery('c-1');
    const seen = await findDelivery(world.table, 'c-1');
    if (!seen) throw new Error('No row');
    const times = { nowMs: NOW_MS, sweepPeriodMs: 300_000 };
    const started = await Promise.all([1, 2, 3].map(() => startNextSeries(world.table, seen, times)));
    expect(started.filter(Boolean)).toHaveLength(1);
    expect((await findDelivery(world.table, 'c-1'))?.series).toBe(2);
  });
});

describe('sweep and mappings', () => {
  it('sweeps all that is due now and prints what it found', async () => {
    const asked: unknown[] = [];
    const { json } = await operatorWorld({
      invoked: (name, event) => {
        asked.push([name, event]);
        return { due: 3, queued: 2, settledDead: 1 };
      },
    });
    expect(await json('sweep')).toEqual({ due: 3, queued: 2, settledDead: 1 });
    expect(asked).toEqual([['sweep', { dueNow: true }]]);
  });

  it('switches a mapping and comes back when it is switched', async () => {
    const states = new Map([
      ['mapping-1', 'Enabled'],
      ['mapping-2', 'Enabled'],
      ['mapping-3', 'Enabled'],
    ]);
    let looks = 0;
    const { json, sleptMs } = await operatorWorld({
      lambda: ({ method, path, body }) => {
        const id = path.split('/').at(-1) ?? '';
        if (method === 'PUT') states.set(id, JSON.stringify(body).includes('true') ? 'Enabled' : 'Disabling');
        else if (states.get(id) === 'Disabling' && ++looks === 3) states.set(id, 'Disabled');
        return { UUID: id, State: states.get(id) };
      },
    });
    expect(await json('mapping', 'disable', '--name', 'deliver')).toEqual({ name: 'deliver', state: 'Disabled' });
    expect(sleptMs).toHaveLength(2);
    expect(await json('mapping', 'list')).toEqual([
      { name: 'relay', state: 'Enabled' },
      { name: 'deliver', state: 'Disabled' },
      { name: 'deliver-slow', state: 'Enabled' },
    ]);
    expect(await json('mapping', 'enable', '--name', 'deliver')).toEqual({ name: 'deliver', state: 'Enabled' });
  });
});
