import { beforeEach, describe, expect, it } from '@jest/globals';
import { createHandler as createSweep } from '../../functions/sweep/handler.ts';
import type { Notices } from '../../shared/delivery/notices.ts';
import type { Outcome } from '../../shared/domain/deliveries/retry-policy.ts';
import { newPartnerId } from '../../shared/domain/ids.ts';
import { isFailing } from '../../shared/domain/partners/health.ts';
import type { Notice } from '../../shared/domain/partners/notice.ts';
import { deliveryStore } from '../../shared/store/deliveries/deliveries.ts';
import { dueDeliveryStore } from '../../shared/store/deliveries/due.ts';
import { laneStore } from '../../shared/store/deliveries/lanes.ts';
import { healthStore } from '../../shared/store/partners/health.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { keys } from '../../shared/store/table/keys.ts';
import { itemsOfPartner } from '../proof/partner-items.ts';
import {
  aCall,
  changeItem,
  deliveryRow,
  putItem,
  recorded,
  START_MS,
  SWEEP_PERIOD_MS,
} from '../support/functions/deliveries.ts';
import { deliveryWorld, recordOf, sqsEvent } from '../support/functions/delivery-world.ts';
import { healthOn } from '../support/functions/notices.ts';
import { NotingLogger } from '../support/functions/noting-logger.ts';
import { recordingTelemetry } from '../support/functions/telemetry.ts';
import { intercepted } from '../support/table/faulty.ts';
import { testTable } from '../support/table/table.ts';

const FIVE_MINUTES_MS = 300_000;
const SECRET = `whsec_${'5e'.repeat(32)}`;
const URL = 'https://p.example/hook';
const responded = (status: number): Outcome => ({ kind: 'response', status });
const isAway: Notices = { send: () => Promise.reject(new Error('SNS is away')) };

let table: Table;
beforeEach(async () => {
  table = await testTable();
});

/** Stores a partner that the registry lists. */
async function aPartner(state = 'active'): Promise<string> {
  const partnerId = newPartnerId();
  const items = itemsOfPartner({ partnerId, lineIds: [], secret: SECRET, createdAtMs: START_MS, url: URL });
  for (const item of items) await putItem(table, { ...item, ...(item['SK'] === 'PARTNER' ? { state } : {}) });
  await putItem(table, { ...keys.registryEntry(partnerId), partnerId });
  return partnerId;
}

const callsOf = (partnerId: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => recorded(table, aCall({ partnerId }))));
const healthOf = async (partnerId: string) => (await healthStore(table).of([partnerId]))(partnerId);

/** Makes the first attempts of some calls at the same time. */
async function attempt(partnerId: string, count: number, response: Outcome, more = {}) {
  const rows = await callsOf(partnerId, count);
  const world = deliveryWorld(table, more);
  world.response = response;
  expect(await world.handle(sqsEvent(...rows.map((row) => recordOf(row))))).toEqual({ batchItemFailures: [] });
  return { ...world, rows };
}

describe('a partner whose receiver fails', () => {
  it.each([400, 410, 503])('with %i becomes failing with the fifth call, and people are told once', async (status) => {
    const partnerId = await aPartner();
    expect((await attempt(partnerId, 4, responded(status))).notices).toEqual([]);
    expect(isFailing(await healthOf(partnerId))).toBe(false);
    const { notices } = await attempt(partnerId, 1, responded(status));
    expect(notices).toMatchObject([
      { partner: { partnerId, name: 'Acme' }, notice: { state: 'failing', lastOutcome: `status ${status}` } },
    ]);
    expect((await attempt(partnerId, 2, responded(status))).notices).toEqual([]);
    const health = await healthOf(partnerId);
    expect([isFailing(health), health.failures, health.failureNotice]).toEqual([true, 7, undefined]);
  });

  it('is healthy after one success, and nobody is told at once', async () => {
    const partnerId = await aPartner();
    await attempt(partnerId, 6, responded(503));
    const { notices } = await attempt(partnerId, 1, responded(204));
    expect(isFailing(await healthOf(partnerId))).toBe(false);
    expect(notices).toEqual([]);
  });

  it('becomes failing by the retries of one call that go on for more than an hour', async () => {
    const partnerId = await aPartner();
    const [row] = await callsOf(partnerId, 1);
    const world = deliveryWorld(table);
    world.response = responded(503);
    let due = row;
    for (let made = 0; made < 7 && due; made += 1) {
      expect(world.notices).toEqual([]);
      world.nowMs = Math.max(world.nowMs, due.nextAttemptAtMs);
      await world.wake(due);
      due = await deliveryRow(table, due.callId);
    }
    expect(world.notices).toMatchObject([{ notice: { failures: 1, sinceMs: START_MS } }]);
  });

  it('is not counted again by copies of its wake-ups', async () => {
    const partnerId = await aPartner();
    const { rows } = await attempt(partnerId, 5, responded(410));
    const world = deliveryWorld(table);
    world.response = responded(410);
    await world.handle(sqsEvent(...rows.flatMap((row) => [recordOf(row), recordOf(row, { receiveCount: 2 })])));
    expect(world.notices).toEqual([]);
    expect((await healthOf(partnerId)).failures).toBe(5);
  });
});

describe('a notice that an attempt makes', () => {
  it('comes after an earlier notice that could not be sent', async () => {
    const partnerId = await aPartner();
    const earlier: Notice = {
      id: 'earlier',
      state: 'healthy',
      sinceMs: START_MS - 1,
      failures: 0,
      lastOutcome: 'status 200',
    };
    await changeItem(table, keys.health(partnerId), { recoveryNotice: earlier });
    const { notices } = await attempt(partnerId, 5, responded(503));
    expect(notices.map(({ notice }) => notice.state)).toEqual(['healthy', 'failing']);
    const health = await healthOf(partnerId);
    expect([health.recoveryNotice, health.failureNotice]).toEqual([undefined, undefined]);
  });

  it('is left to the sweep with a warning if it cannot be sent, and is no fault of the function', async () => {
    const logger = new NotingLogger();
    const { noted } = await attempt(await aPartner(), 5, responded(503), { notices: isAway, logger });
    expect(noted()).not.toHaveProperty('unhandledError');
    const serious = logger.lines.filter((line) => 'level' in line && line.level !== 'INFO');
    expect(serious).toMatchObject([{ level: 'WARN', error: { message: 'SNS is away' } }]);
  });
});

describe('a success that a frozen function learns of late', () => {
  it('does not end a run of failures that began after the receiver had responded', async () => {
    const partnerId = await aPartner();
    const [row] = await callsOf(partnerId, 1);
    const frozen = deliveryWorld(table);
    frozen.meanwhile = async () => {
      frozen.nowMs += FIVE_MINUTES_MS;
      const failure = { token: 'other', isFirst: true, atMs: START_MS + 60_000, outcome: 'timeout' };
      await healthStore(table).noteFailure(partnerId, failure);
    };
    if (row) await frozen.wake(row);
    expect((await healthOf(partnerId)).failures).toBe(1);
  });

  it('ends a run of failures that began while the receiver took its time', async () => {
    const partnerId = await aPartner();
    const [row] = await callsOf(partnerId, 1);
    const slow = deliveryWorld(table);
    slow.meanwhile = async () => {
      slow.nowMs += 9_000;
      const failure = { token: 'other', isFirst: true, atMs: START_MS + 5_000, outcome: 'timeout' };
      await healthStore(table).noteFailure(partnerId, failure);
    };
    if (row) await slow.wake(row);
    expect((await healthOf(partnerId)).failures).toBeUndefined();
  });
});

describe('a fault while the health of a partner is written', () => {
  const withoutHealth = (on: Table) =>
    intercepted(on, async (command) => {
      if (JSON.stringify(command.input).includes('"HEALTH"')) throw new Error('Throttled');
      return on.db.send(command);
    });

  it.each([
    [200, 'delivered', 0],
    [503, 'pending', 1],
  ])('neither loses nor repeats an attempt that gets %i', async (status, expected, wakeUps) => {
    const partnerId = await aPartner();
    const { health } = healthOn(withoutHealth(table));
    const { rows, posts, parked, noted } = await attempt(partnerId, 1, responded(status), { health });
    const [row] = rows;
    expect(await deliveryRow(table, row?.callId ?? '')).toMatchObject({ status: expected, attempts: 1 });
    expect([posts.length, parked.length]).toEqual([1, wakeUps]);
    expect(noted()).toMatchObject({ unhandledError: 1 });
  });

  it('does not happen when the name and the contact of the partner cannot be read, and the event is delivered', async () => {
    const partnerId = await aPartner();
    await changeItem(table, keys.partner(partnerId), { name: 7, contact: ['ops@acme.example'] });
    const { rows, posts } = await attempt(partnerId, 1, responded(200));
    expect(posts).toHaveLength(1);
    expect(await deliveryRow(table, rows[0]?.callId ?? '')).toMatchObject({ status: 'delivered' });
  });

  it('does not happen when the stored health has an unknown format, which counts as no health', async () => {
    const partnerId = await aPartner();
    await changeItem(table, keys.health(partnerId), { runSinceMs: 'of another version' });
    const { noted } = await attempt(partnerId, 1, responded(200));
    expect(noted()).not.toHaveProperty('unhandledError');
  });
});

describe('the sweep', () => {
  const unreadable = () =>
    intercepted(table, async () => {
      throw new Error('Throttled');
    });

  interface Circumstances {
    readonly notices?: Notices;
    readonly on?: Table;
    /** What the shards of due deliveries are read from. */
    readonly shardsOn?: Table;
    readonly remainingMs?: number;
  }

  async function sweepAt(nowMs: number, about: Circumstances = {}) {
    const sent: unknown[] = [];
    const { noted, ...telemetry } = recordingTelemetry();
    const listening: Notices = { send: async (partner, notice) => void sent.push({ ...partner, ...notice }) };
    const on = about.on ?? table;
    const sweep = createSweep({
      ...telemetry,
      ...healthOn(on, about.notices ?? listening),
      due: dueDeliveryStore(about.shardsOn ?? table, { sweepPeriodMs: SWEEP_PERIOD_MS }),
      deliveries: deliveryStore(table, { sweepPeriodMs: SWEEP_PERIOD_MS }),
      lanes: laneStore(table),
      wakeUps: { sendAll: async () => [] },
      nowMs: () => nowMs,
    });
    const [ending] = await Promise.allSettled([
      sweep({}, { getRemainingTimeInMillis: () => about.remainingMs ?? 100_000 }),
    ]);
    return { sent, noted: noted(), ending: ending.status };
  }

  it('announces a recovery after five minutes without a failure, once', async () => {
    const partnerId = await aPartner();
    await attempt(partnerId, 5, responded(503));
    await attempt(partnerId, 1, responded(200));
    expect((await sweepAt(START_MS + FIVE_MINUTES_MS - 1)).sent).toEqual([]);
    const { sent } = await sweepAt(START_MS + FIVE_MINUTES_MS);
    expect(sent).toMatchObject([{ partnerId, state: 'healthy', failingSinceMs: START_MS, lastOutcome: 'status 200' }]);
    expect((await sweepAt(START_MS + 2 * FIVE_MINUTES_MS)).sent).toEqual([]);
  });

  it('sends a notice whose first try failed, with the same id, until it was sent', async () => {
    const partnerId = await aPartner();
    const { noted } = await attempt(partnerId, 5, responded(503), { notices: isAway });
    expect(noted()).not.toHaveProperty('unhandledError');
    const { failureNotice } = await healthOf(partnerId);
    expect((await sweepAt(START_MS, { notices: isAway })).noted).toMatchObject({ unhandledError: 1 });
    expect((await sweepAt(START_MS)).sent).toMatchObject([{ id: failureNotice?.id, state: 'failing' }]);
    expect((await sweepAt(START_MS)).sent).toEqual([]);
  });

  it('makes a partner failing if the function that counted its fifth failure died before it could', async () => {
    const partnerId = await aPartner();
    const failure = { isFirst: true, atMs: START_MS, outcome: 'timeout' };
    for (const token of ['1', '2', '3', '4', '5'])
      await healthStore(table).noteFailure(partnerId, { ...failure, token });
    expect((await sweepAt(START_MS)).sent).toMatchObject([{ partnerId, state: 'failing', lastOutcome: 'timeout' }]);
  });

  it('counts active partners and those of them that are failing, but no suspended partner', async () => {
    const [failing, , suspended] = await Promise.all([aPartner(), aPartner(), aPartner('suspended')]);
    await attempt(failing, 5, responded(503));
    for (const partnerId of [failing, suspended])
      await changeItem(table, keys.health(partnerId), { outageSinceMs: START_MS });
    expect((await sweepAt(START_MS)).noted).toEqual({ activePartners: 2, failingPartners: 1 });
  });

  it('counts nothing while no active partner is failing, because AWS charges for reported metrics', async () => {
    await aPartner();
    expect((await sweepAt(START_MS)).noted).toEqual({});
  });

  it('goes on with the other partners if one of them cannot be brought up to date', async () => {
    const partnerIds = await Promise.all([aPartner(), aPartner(), aPartner()]);
    for (const partnerId of partnerIds) await attempt(partnerId, 5, responded(503), { notices: isAway });
    const isBad = (partnerId: string) => partnerId === partnerIds[1];
    const heard: string[] = [];
    const send: Notices['send'] = async ({ partnerId }) => {
      if (isBad(partnerId)) throw new Error('SNS does not like it');
      heard.push(partnerId);
    };
    const { noted } = await sweepAt(START_MS, { notices: { send } });
    expect(heard.toSorted()).toEqual(partnerIds.filter((partnerId) => !isBad(partnerId)).toSorted());
    expect(noted).toMatchObject({ unhandledError: 1 });
  });

  it('sends notices and counts failing partners even if no shard of due deliveries can be read', async () => {
    const partnerId = await aPartner();
    await attempt(partnerId, 5, responded(503), { notices: isAway });
    const { sent, noted, ending } = await sweepAt(START_MS, { shardsOn: unreadable() });
    expect(ending).toBe('rejected');
    expect(sent).toMatchObject([{ partnerId, state: 'failing' }]);
    expect(noted).toMatchObject({ activePartners: 1, failingPartners: 1 });
  });

  it('counts failing partners, but leaves their notices to the next sweep, when its time is almost over', async () => {
    await attempt(await aPartner(), 5, responded(503), { notices: isAway });
    const { sent, noted } = await sweepAt(START_MS, { remainingMs: 9_999 });
    expect(sent).toEqual([]);
    expect(noted).toMatchObject({ activePartners: 1, failingPartners: 1 });
    expect((await sweepAt(START_MS)).sent).toHaveLength(1);
  });

  it('still wakes deliveries when the registry of partners cannot be read', async () => {
    await callsOf(await aPartner(), 1);
    const { noted } = await sweepAt(START_MS + SWEEP_PERIOD_MS, { on: unreadable() });
    expect(noted).toEqual({ sweepRescued: 1, unhandledError: 1 });
  });
});
