import { beforeEach, describe, expect, it } from '@jest/globals';
import { SERVICE_COMMANDS } from '../../../operator/commands.ts';
import { commandsForTarget } from '../../../operator/console/server/run-commands.ts';
import { findDelivery } from '../../../operator/records/delivery-queries.ts';
import { startReplayRound } from '../../../shared/store/deliveries/replay.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { itemAt } from '../../support/functions/deliveries.ts';
import { NOW_MS } from '../../support/functions/line-world.ts';
import { losingResponses } from '../../support/table/faulty.ts';
import { fakeSqs, rejection } from '../fake-clients.ts';
import { operatorWorld } from '../operator-world.ts';
import { HOUR_MS, type PartnerDeliveries, partnerDeliveries } from './partner-deliveries.ts';

describe('the command `delivery replay`', () => {
  let world: PartnerDeliveries['world'];
  let partnerId: string;
  let delivery: PartnerDeliveries['delivery'];
  let list: PartnerDeliveries['list'];
  let replay: PartnerDeliveries['replay'];
  let replayAll: PartnerDeliveries['replayAll'];
  beforeEach(async () => {
    ({ world, partnerId, delivery, list, replay, replayAll } = await partnerDeliveries());
  });

  it.each(['dead', 'refused', 'skipped'] as const)(
    'a replay of a %s delivery starts a new round and keeps the old log',
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
          body: { v: 1, callId: 'c-1', partnerId, tenantId: 'tn_1', storedAtMs: NOW_MS - HOUR_MS, hops: 0 },
        },
      ]);
    },
  );

  it.each(['pending', 'delivered'] as const)('a replay of a %s delivery is rejected', async (status) => {
    await delivery('c-1', { status });
    expect(await world.run('delivery', 'replay', '--call', 'c-1')).toEqual({
      code: 1,
      out: '',
      err: `The delivery of c-1 is ${status} and cannot be replayed.\n`,
    });
    expect(world.queued).toEqual([]);
  });

  it('a replay of a delivery whose call has expired is rejected', async () => {
    await delivery('c-1', { callExpiresAtUnixSeconds: NOW_MS / 1_000 });
    await delivery('c-2', { status: 'skipped', skipReason: 'expired', callExpiresAtUnixSeconds: NOW_MS / 1_000 });
    for (const callId of ['c-1', 'c-2']) {
      expect(await world.run('delivery', 'replay', '--call', callId)).toEqual({
        code: 1,
        out: '',
        err: `The call ${callId} has expired, so its delivery cannot be replayed.\n`,
      });
    }
    expect(await replayAll()).toEqual({ matched: 0, replayed: 0 });
    expect(await replayAll('--status', 'skipped')).toEqual({ matched: 0, replayed: 0 });
    expect(world.queued).toEqual([]);
  });

  it('a replay with `--since` includes skipped deliveries only with `--status skipped`', async () => {
    await delivery('c-before', { storedAtMs: NOW_MS - 24 * HOUR_MS });
    await delivery('c-dead');
    await delivery('c-refused', { status: 'refused' });
    await delivery('c-skipped', { status: 'skipped' });
    await delivery('c-deleted', { status: 'skipped', skipReason: 'deleted' });
    await delivery('c-delivered', { status: 'delivered' });
    expect(await replayAll('--dry-run')).toEqual({ matched: 2, replayed: 0 });
    const look = ['delivery', 'replay', '--partner', partnerId, '--since', '2026-11-21T00:00:00Z', '--dry-run'];
    expect((await world.run(...look)).out).toBe(
      'Deliveries that would be replayed: 2 (of calls recorded since 2026-11-21T00:00:00.000Z). Nothing was sent.\n',
    );
    expect(world.queued).toEqual([]);
    expect(await replayAll()).toEqual({ matched: 2, replayed: 2 });
    expect(await replayAll('--status', 'skipped')).toEqual({ matched: 1, replayed: 1 });
    expect(await list('--status', 'pending')).toHaveLength(3);
    expect(world.sleptMs).toEqual([100]);
  });

  it('a replay sends its wake-up even if the response to the first write of the table is lost', async () => {
    await delivery('c-1');
    const faulty = await operatorWorld({ table: losingResponses(world.table) });
    expect(await faulty.json('delivery', 'replay', '--call', 'c-1')).toEqual({ matched: 1, replayed: 1 });
    expect(faulty.queued).toHaveLength(1);
    expect((await findDelivery(world.table, 'c-1'))?.series).toBe(2);
  });

  it('a replay sets the sweep time of a delivery to one sweep period from now', async () => {
    await delivery('c-1');
    const quick = await operatorWorld({ table: world.table, parts: { sweepPeriodMs: 3_000 } });
    await quick.json('delivery', 'replay', '--call', 'c-1');
    expect(await itemAt(world.table, keys.delivery('c-1'))).toMatchObject({ sweepAtMs: NOW_MS + 3_000 });
  });

  it('an interrupted replay reports how many deliveries it has replayed', async () => {
    await delivery('c-1');
    await delivery('c-2');
    let sent = 0;
    const sqs = fakeSqs(() => {
      sent += 1;
      return sent > 1 ? rejection('ServiceUnavailable', 'The queue is away') : { body: { Successful: [], Failed: [] } };
    });
    const halting = await operatorWorld({ table: world.table, parts: { sqs } });
    const { code, err } = await halting.run('delivery', 'replay', '--partner', partnerId, '--since', '0');
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(
        /^Not done: Interrupted, 1 of 2 deliveries were replayed \(.*queue is away.*\); run the command again to replay the rest/,
      ),
    ]);
  });

  it('a replay sends nothing if the number of deliveries differs from `--expect`', async () => {
    await delivery('c-1');
    await delivery('c-2');
    const { code, err } = await world.run(
      ...['delivery', 'replay', '--partner', partnerId, '--since', '0', '--expect', '1'],
    );
    expect([code, err]).toEqual([1, '2 deliveries match now, not 1. Nothing was sent. Count them again.\n']);
    expect(world.queued).toEqual([]);
    expect(await replayAll('--expect', '2')).toEqual({ matched: 2, replayed: 2 });
  });

  it('a stopped replay does not change the remaining deliveries', async () => {
    for (const callId of ['c-1', 'c-2', 'c-3']) await delivery(callId);
    const progress: number[] = [];
    const options = { partner: partnerId, since: '0' };
    const { value } = await commandsForTarget(world.target, SERVICE_COMMANDS).run('delivery replay', options, {
      announce: () => undefined,
      onProgress: (done) => progress.push(done),
      isStopped: () => progress.length > 2,
    });
    expect(value).toEqual({ matched: 3, replayed: 2 });
    expect(progress).toEqual([0, 1, 2]);
    expect(world.queued).toHaveLength(2);
    expect(await world.json('audit', 'list')).toMatchObject([
      { action: 'delivery replay', state: 'done', outcome: expect.stringContaining('2 of 3 deliveries replayed') },
    ]);
  });

  it('a replay reports how many deliveries it left out because they had changed', async () => {
    await delivery('c-1', { storedAtMs: NOW_MS - HOUR_MS });
    await delivery('c-2', { storedAtMs: NOW_MS - HOUR_MS + 1 });
    const elsewhere = { sleepMs: () => delivery('c-2', { status: 'delivered', series: 2 }) };
    const meeting = await operatorWorld({ table: world.table, parts: elsewhere });
    const { code, out, err } = await meeting.run(
      ...['delivery', 'replay', '--partner', partnerId, '--since', '0', '--json'],
    );
    expect([code, JSON.parse(out)]).toEqual([0, { matched: 2, replayed: 1 }]);
    expect(err).toBe(
      'Deliveries left out: 1. They changed after they were counted, for example because another replay had sent them.\n',
    );
  });

  it('several operators who replay the same delivery in parallel start only one round', async () => {
    await delivery('c-1');
    const seen = await findDelivery(world.table, 'c-1');
    if (!seen) throw new Error('No row');
    const times = { nowMs: NOW_MS, sweepPeriodMs: 300_000 };
    const started = await Promise.all([1, 2, 3].map(() => startReplayRound(world.table, seen, times)));
    expect(started.filter(Boolean)).toHaveLength(1);
    expect((await findDelivery(world.table, 'c-1'))?.series).toBe(2);
  });
});
