import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Notices } from '../../../shared/delivery/notices.ts';
import { isFailing } from '../../../shared/domain/partners/health.ts';
import type { Notice } from '../../../shared/domain/partners/notice-message.ts';
import { startReplayRound } from '../../../shared/store/deliveries/replay.ts';
import { healthStore } from '../../../shared/store/partners/health.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { changeItem, deliveryRow, START_MS, SWEEP_PERIOD_MS } from '../../support/functions/deliveries.ts';
import { deliveryWorld, recordOf, responded, sqsEvent } from '../../support/functions/delivery-world.ts';
import { type HealthWorld, healthWorld } from '../../support/functions/health-world.ts';
import { NotingLogger } from '../../support/functions/telemetry.ts';
import { intercepted } from '../../support/table/faulty.ts';
import { testTable } from '../../support/table/table.ts';

const isAway: Notices = { send: () => Promise.reject(new Error('SNS is away')) };

let world: HealthWorld;
beforeEach(async () => {
  world = healthWorld(await testTable());
});

describe('the health of a partner after failed attempts', () => {
  it.each([400, 410, 503])(
    'a partner becomes failing if the receiver returns %i to the events of five calls in a row',
    async (status) => {
      const partnerId = await world.aPartner();
      expect((await world.attempt(partnerId, 4, responded(status))).notices).toEqual([]);
      expect(isFailing(await world.healthOf(partnerId))).toBe(false);
      const { notices } = await world.attempt(partnerId, 1, responded(status));
      expect(notices).toMatchObject([
        { partner: { partnerId, name: 'Acme' }, notice: { state: 'failing', lastOutcome: `status ${status}` } },
      ]);
      expect((await world.attempt(partnerId, 2, responded(status))).notices).toEqual([]);
      const health = await world.healthOf(partnerId);
      expect([isFailing(health), health.failures, health.failureNotice]).toEqual([true, 7, undefined]);
    },
  );

  it('a failing partner is healthy again after one success', async () => {
    const partnerId = await world.aPartner();
    await world.attempt(partnerId, 6, responded(503));
    const { notices } = await world.attempt(partnerId, 1, responded(204));
    expect(isFailing(await world.healthOf(partnerId))).toBe(false);
    expect(notices).toEqual([]);
  });

  it('a partner becomes failing if the retries of one call fail for more than an hour', async () => {
    const partnerId = await world.aPartner();
    const [row] = await world.callsOf(partnerId, 1);
    const deliveries = deliveryWorld(world.table, { response: responded(503) });
    let due = row;
    for (let made = 0; made < 7 && due; made += 1) {
      expect(deliveries.notices).toEqual([]);
      deliveries.nowMs = Math.max(deliveries.nowMs, due.nextAttemptAtMs);
      await deliveries.wake(due);
      due = await deliveryRow(world.table, due.callId);
    }
    expect(deliveries.notices).toMatchObject([{ notice: { failures: 1, sinceMs: START_MS } }]);
  });

  it('a copy of a wake-up does not count as another failure of its partner', async () => {
    const partnerId = await world.aPartner();
    const { rows } = await world.attempt(partnerId, 5, responded(410));
    const deliveries = deliveryWorld(world.table, { response: responded(410) });
    await deliveries.handle(sqsEvent(...rows.flatMap((row) => [recordOf(row), recordOf(row, { receiveCount: 2 })])));
    expect(deliveries.notices).toEqual([]);
    expect((await world.healthOf(partnerId)).failures).toBe(5);
  });
});

describe('the first attempt of a replay round', () => {
  it('a failed first attempt of a replay round counts as one more failure in a run of failures', async () => {
    const partnerId = await world.aPartner();
    const { rows } = await world.attempt(partnerId, 4, responded(410));
    const [row] = rows;
    if (!row) throw new Error('No call');
    const settled = await deliveryRow(world.table, row.callId);
    const nowMs = START_MS + 60_000;
    await startReplayRound(world.table, settled, { nowMs, sweepPeriodMs: SWEEP_PERIOD_MS });
    const deliveries = deliveryWorld(world.table, { response: responded(410) });
    deliveries.nowMs = nowMs;
    await deliveries.wake(await deliveryRow(world.table, row.callId));
    expect(deliveries.notices).toMatchObject([{ notice: { state: 'failing', failures: 5 } }]);
  });
});

describe('notices that attempts send', () => {
  it('an attempt first sends a notice that is still waiting, and then its own notice', async () => {
    const partnerId = await world.aPartner();
    const earlier: Notice = {
      id: 'earlier',
      state: 'healthy',
      sinceMs: START_MS - 1,
      failures: 0,
      lastOutcome: 'status 200',
    };
    await changeItem(world.table, keys.health(partnerId), { recoveryNotice: earlier });
    const { notices } = await world.attempt(partnerId, 5, responded(503));
    expect(notices.map(({ notice }) => notice.state)).toEqual(['healthy', 'failing']);
    const health = await world.healthOf(partnerId);
    expect([health.recoveryNotice, health.failureNotice]).toEqual([undefined, undefined]);
  });

  it('a notice that an attempt cannot send leads to a warning, not to a fault', async () => {
    const logger = new NotingLogger();
    const { noted } = await world.attempt(await world.aPartner(), 5, responded(503), { notices: isAway, logger });
    expect(noted()).not.toHaveProperty('unhandledError');
    const serious = logger.lines.filter((line) => 'level' in line && line.level !== 'INFO');
    expect(serious).toMatchObject([{ level: 'WARN', error: { message: 'SNS is away' } }]);
  });
});

describe('a successful attempt whose result is stored late', () => {
  it.each([
    ['does not end failures that began after', 300_000, 60_000, 1],
    ['ends failures that began before', 9_000, 5_000, undefined],
  ])(
    "a success that is stored late %s the receiver's response",
    async (_what, storedAfterMs, failedAfterMs, failures) => {
      const partnerId = await world.aPartner();
      const [row] = await world.callsOf(partnerId, 1);
      const frozen = deliveryWorld(world.table);
      frozen.meanwhile = async () => {
        frozen.nowMs += storedAfterMs;
        const failure = { token: 'other', isFirstOfRound: true, atMs: START_MS + failedAfterMs, outcome: 'timeout' };
        await healthStore(world.table).noteFailure(partnerId, failure);
      };
      if (row) await frozen.wake(row);
      expect((await world.healthOf(partnerId)).failures).toBe(failures);
    },
  );
});

describe('faults about the health of a partner', () => {
  const withoutHealth = (on: Table) =>
    intercepted(on, async (command) => {
      if (JSON.stringify(command.input).includes('"HEALTH"')) throw new Error('Throttled');
      return on.db.send(command);
    });

  it.each([
    [200, 'delivered', 0],
    [503, 'pending', 1],
  ])(
    'an attempt that gets %i has its usual outcome even if the health of its partner cannot be written',
    async (status, expected, wakeUps) => {
      const partnerId = await world.aPartner();
      const health = healthStore(withoutHealth(world.table));
      const { rows, posts, parked, noted } = await world.attempt(partnerId, 1, responded(status), { health });
      const [row] = rows;
      expect(await deliveryRow(world.table, row?.callId ?? '')).toMatchObject({ status: expected, attempts: 1 });
      expect([posts.length, parked.length]).toEqual([1, wakeUps]);
      expect(noted()).toMatchObject({ unhandledError: 1 });
    },
  );

  it('an event is delivered even if the name and the contact of its partner cannot be read', async () => {
    const partnerId = await world.aPartner();
    await changeItem(world.table, keys.partner(partnerId), { name: 7, contact: ['ops@acme.example'] });
    const { rows, posts } = await world.attempt(partnerId, 1, responded(200));
    expect(posts).toHaveLength(1);
    expect(await deliveryRow(world.table, rows[0]?.callId ?? '')).toMatchObject({ status: 'delivered' });
  });
});
