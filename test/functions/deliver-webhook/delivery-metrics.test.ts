import { describe, expect, it } from '@jest/globals';
import type { Lane } from '../../../shared/domain/deliveries/lane.ts';
import type { Outcome } from '../../../shared/domain/deliveries/retry-policy.ts';
import { startReplayRound } from '../../../shared/store/deliveries/replay.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { changeItem, deliveryRow, putItem, START_MS, SWEEP_PERIOD_MS } from '../../support/functions/deliveries.ts';
import {
  aDelivery,
  deliveryWorld,
  recordOf,
  responded,
  sqsEvent,
  TIMING,
} from '../../support/functions/delivery-world.ts';
import { testTable } from '../../support/table/table.ts';

const table = await testTable();

/** Returns what is counted when a delivery in the given state meets a receiver that responds after a second. */
async function attempted(response: Outcome, about: Parameters<typeof aDelivery>[1] = {}) {
  const row = await aDelivery(table, about);
  const world = deliveryWorld(table, { response });
  world.meanwhile = async () => {
    world.nowMs += 1_000;
  };
  await world.wake(row);
  return world.noted();
}

const FIRST = { attempts: 1, firstAttempts: 1, timedFirstAttempts: 1, deliveryLatency: [1_000], wakeUpLateness: [0] };
const RETRIED = { attempts: 1, wakeUpLateness: [0] };

describe('metrics of a delivery attempt', () => {
  it('a delivery counts as delivered if its first attempt gets a 2xx', async () => {
    expect(await attempted(responded(204))).toEqual({ ...FIRST, delivered: 1 });
  });

  it('a first attempt that will be retried counts as failed, not as a settled delivery', async () => {
    expect(await attempted(responded(503))).toEqual({ ...FIRST, firstAttemptsFailed: 1 });
    expect(await attempted({ kind: 'noResponse', why: 'tls' })).toEqual({ ...FIRST, firstAttemptsFailed: 1 });
  });

  it('an attempt that gets a final 4xx counts as refused', async () => {
    expect(await attempted(responded(410))).toEqual({ ...FIRST, firstAttemptsFailed: 1, refused: 1 });
    expect(await attempted(responded(410), { attempts: 3 })).toEqual({ ...RETRIED, refused: 1 });
  });

  it('a delivery counts as dead after its eighth 503, but not after its seventh', async () => {
    expect(await attempted(responded(503), { attempts: 6 })).toEqual(RETRIED);
    expect(await attempted(responded(503), { attempts: 7 })).toEqual({ ...RETRIED, dead: 1 });
  });

  it('a delivery counts as delivered if its eighth attempt gets a 2xx', async () => {
    expect(await attempted(responded(200), { attempts: 7 })).toEqual({ ...RETRIED, delivered: 1 });
  });

  it('an attempt counts as blocked if the receiver no longer has a public address', async () => {
    const blocked = await attempted({ kind: 'noResponse', why: 'blocked address' }, { attempts: 2 });
    expect(blocked).toEqual({ ...RETRIED, blockedAddress: 1 });
  });

  it('an attempt of a replay round is not counted in the metric of first attempts', async () => {
    const row = await aDelivery(table, { status: 'dead', attempts: 8 });
    const nowMs = START_MS + 86_400_000;
    await startReplayRound(table, row, { nowMs, sweepPeriodMs: SWEEP_PERIOD_MS });
    const world = deliveryWorld(table);
    world.nowMs = nowMs + 500;
    await world.wake(await deliveryRow(table, row.callId));
    expect(world.noted()).toEqual({ attempts: 1, delivered: 1, wakeUpLateness: [500] });
  });

  it('the result of an attempt is not counted if another invocation has delivered the event meanwhile', async () => {
    const row = await aDelivery(table, { attempts: 1 });
    const frozen = deliveryWorld(table, { response: responded(500) });
    const other = deliveryWorld(table);
    other.nowMs = START_MS + 2 * TIMING.retryBaseMs;
    frozen.meanwhile = async () => void (await other.wake(await deliveryRow(table, row.callId)));
    await frozen.wake(row);
    expect(frozen.noted()).toEqual(RETRIED);
    expect(other.noted()).toEqual({ ...RETRIED, delivered: 1 });
  });
});

describe('the objective for freshness', () => {
  /** Returns what is counted for freshness when the first attempt is sent some time after the call was stored. */
  const timed = async (about: { afterMs: number; from?: Lane; status?: number; failing?: boolean }) => {
    const row = await aDelivery(table);
    if (about.failing) await putItem(table, { ...keys.health(row.partnerId), ...FAILING });
    const world = deliveryWorld(table);
    world.nowMs = row.storedAtMs + about.afterMs;
    world.response = responded(about.status ?? 200);
    world.meanwhile = async () => {
      world.nowMs += 1_000;
    };
    await world.wake(row, { from: about.from ?? 'main' });
    const { timedFirstAttempts = 0, lateFirstAttempts = 0 } = world.noted();
    return [timedFirstAttempts, lateFirstAttempts];
  };
  const FAILING = { failures: 5, runSinceMs: START_MS, outageSinceMs: START_MS, lastOutcome: 'status 500' };
  const LATE = { afterMs: 60_001 };

  it('a first attempt misses the objective for freshness if it is sent more than a minute after the call was stored', async () => {
    expect(await timed({ afterMs: 60_000 })).toEqual([1, 0]);
    expect(await timed(LATE)).toEqual([1, 1]);
  });

  it('a late first attempt misses the objective for freshness even if it gets a 500', async () => {
    expect(await timed({ ...LATE, status: 500 })).toEqual([1, 1]);
  });

  it('attempts in the slow or hung lane do not count in the objective for freshness', async () => {
    expect(await timed({ ...LATE, from: 'slow' })).toEqual([0, 0]);
    expect(await timed({ ...LATE, from: 'hung' })).toEqual([0, 0]);
  });

  it('an attempt for a failing partner does not count in the objective for freshness, even if it succeeds', async () => {
    expect(await timed({ ...LATE, failing: true, status: 500 })).toEqual([0, 0]);
    expect(await timed({ ...LATE, failing: true })).toEqual([0, 0]);
  });
});

describe('the lateness of a wake-up', () => {
  it('the lateness of a wake-up is the time from the due time of its attempt to the claim', async () => {
    const rows = await Promise.all([aDelivery(table), aDelivery(table, { nextAttemptAtMs: START_MS - 5_000 })]);
    const world = deliveryWorld(table);
    await world.handle(sqsEvent(...rows.map((row) => recordOf(row))));
    expect(world.noted().wakeUpLateness).toEqual(expect.arrayContaining([0, 5_000]));
    expect(world.noted().deliveryLatency).toHaveLength(2);
  });

  it('the lateness of a wake-up in the slow lane is a separate metric', async () => {
    const row = await aDelivery(table, { attempts: 1, nextAttemptAtMs: START_MS - 600_000 });
    const world = deliveryWorld(table);
    await world.wake(row, { from: 'slow' });
    expect(world.noted()).toEqual({ attempts: 1, delivered: 1, slowLaneLateness: [600_000] });
  });

  it('the lateness of a wake-up is recorded once, even if the wake-up has five copies', async () => {
    const row = await aDelivery(table);
    const world = deliveryWorld(table);
    await world.handle(sqsEvent(...Array.from({ length: 5 }, () => recordOf(row))));
    expect(world.noted()).toMatchObject({ attempts: 1, delivered: 1, wakeUpLateness: [0] });
  });
});

describe('metrics of a delivery without a request', () => {
  it('a delivery whose eighth attempt never reported a result counts once as dead, even after five wake-ups', async () => {
    const row = await aDelivery(table, { attempts: 8, leaseToken: 'crashed', leaseUntilMs: START_MS });
    const world = deliveryWorld(table);
    await world.handle(sqsEvent(...Array.from({ length: 5 }, () => recordOf(row))));
    expect(world.noted()).toEqual({ dead: 1, settledByFault: 1 });
  });

  it('a delivery of a suspended partner counts once as skipped, even after five wake-ups', async () => {
    const row = await aDelivery(table);
    await changeItem(table, keys.partner(row.partnerId), { state: 'suspended' });
    const world = deliveryWorld(table);
    await world.handle(sqsEvent(...Array.from({ length: 5 }, () => recordOf(row))));
    expect(world.noted()).toEqual({ skipped: 1 });
  });

  it.each([
    ['counts as settled by a fault if its call expired after an attempt was due', -2_000, { settledByFault: 1 }],
    ['does not count as settled by a fault if its call expired before an attempt was due', 0, {}],
  ])('a skipped delivery %s', async (_what, dueInMs, fault) => {
    const nextAttemptAtMs = START_MS + dueInMs;
    const row = await aDelivery(table, { callExpiresAtUnixSeconds: START_MS / 1_000 - 1, nextAttemptAtMs });
    const world = deliveryWorld(table);
    await world.wake(row);
    expect(world.noted()).toEqual({ skipped: 1, ...fault });
  });

  it('a wake-up of a delivery that is settled or not yet due changes no metric', async () => {
    const rows = await Promise.all([
      aDelivery(table, { attempts: 1, nextAttemptAtMs: START_MS + 60_000 }),
      aDelivery(table, { status: 'delivered', attempts: 1 }),
    ]);
    const world = deliveryWorld(table);
    await world.handle(sqsEvent(...rows.map((row) => recordOf(row))));
    expect(world.noted()).toEqual({});
  });
});

describe('metrics of faults in deliver-webhook', () => {
  it('each message that cannot be parsed or handled counts as a fault', async () => {
    const [fine, broken] = await Promise.all([aDelivery(table), aDelivery(table)]);
    await changeItem(table, keys.webhook(broken.partnerId), { url: 7 });
    const world = deliveryWorld(table);
    await world.handle(sqsEvent(recordOf(fine), recordOf(fine, { body: 'nonsense' }), recordOf(broken)));
    expect(world.noted()).toEqual({ ...FIRST, deliveryLatency: [0], delivered: 1, unhandledError: 2 });
  });

  it('a failed attempt and a wake-up that cannot be sent are counted separately', async () => {
    const row = await aDelivery(table);
    const wakeUps = { send: () => Promise.reject(new Error('SQS is away')), sendAll: async () => [] };
    const world = deliveryWorld(table, { response: responded(503), wakeUps });
    await world.wake(row);
    const { timedFirstAttempts: _, ...unlessTheHealthIsKnown } = FIRST;
    expect(world.noted()).toEqual({
      ...unlessTheHealthIsKnown,
      deliveryLatency: [0],
      firstAttemptsFailed: 1,
      unhandledError: 1,
    });
  });
});
