import { beforeAll, describe, expect, it } from '@jest/globals';
import { SLOW_AFTER_MS, SLOW_FOR_MS } from '../../shared/domain/deliveries/lane.ts';
import type { Outcome } from '../../shared/domain/deliveries/retry-policy.ts';
import { laneStore } from '../../shared/store/deliveries/lanes.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { aCall, deliveryRow, START_MS } from '../support/functions/deliveries.ts';
import { aDelivery, deliveryWorld, recordOf, sqsEvent } from '../support/functions/delivery-world.ts';
import { roundTrips } from '../support/table/round-trips.ts';
import { testTable } from '../support/table/table.ts';

let table: Table;
beforeAll(async () => {
  table = await testTable();
});

const TIMEOUT: Outcome = { kind: 'noResponse', why: 'timeout' };
const laneOf = async (partnerId: string, nowMs = START_MS) =>
  (await laneStore(table).of([partnerId], nowMs))(partnerId);

/** Creates several deliveries of one partner. */
async function deliveriesOfOne(count: number) {
  const { partnerId } = aCall();
  return Promise.all(Array.from({ length: count }, () => aDelivery(table, {}, aCall({ partnerId }))));
}

describe('a partner with a slow receiver', () => {
  it('moves to the slow lane at the first attempt that times out', async () => {
    const row = await aDelivery(table);
    const world = deliveryWorld(table);
    world.response = TIMEOUT;
    await world.wake(row);
    expect(world.parked).toMatchObject([{ lane: 'slow', delayMs: 60_000 }]);
    expect(await laneOf(row.partnerId)).toBe('slow');
  });

  it.each([
    [SLOW_AFTER_MS - 1, 'main'],
    [SLOW_AFTER_MS, 'slow'],
  ] as const)('that responds after %i ms is in the %s lane', async (durationMs, lane) => {
    const row = await aDelivery(table);
    const world = deliveryWorld(table);
    world.response = { kind: 'response', status: 503 };
    world.meanwhile = async () => {
      world.nowMs += durationMs;
    };
    await world.wake(row);
    expect(world.parked).toMatchObject([{ lane }]);
    expect(await laneOf(row.partnerId)).toBe(lane);
  });

  it('has its wake-ups moved from the main queue to the slow queue without an attempt', async () => {
    const row = await aDelivery(table);
    await laneStore(table).markSlow(row.partnerId, START_MS);
    const world = deliveryWorld(table);
    await world.wake(row);
    expect(world.posts).toEqual([]);
    expect(world.parked).toMatchObject([{ lane: 'slow', delayMs: 0 }]);
    expect(await deliveryRow(table, row.callId)).toEqual(row);
  });

  it('gets the deliveries of the slow queue, whether or not the partner is still marked as slow', async () => {
    const [slow, recovered] = await Promise.all([aDelivery(table), aDelivery(table)]);
    await laneStore(table).markSlow(slow.partnerId, START_MS);
    const world = deliveryWorld(table);
    await world.handle(sqsEvent(recordOf(slow, { from: 'slow' }), recordOf(recovered, { from: 'slow' })));
    expect(world.posts).toHaveLength(2);
  });

  it('keeps a waiting retry in the slow lane even after the partner is no longer marked as slow', async () => {
    const row = await aDelivery(table, { attempts: 5, nextAttemptAtMs: START_MS + 960_000 });
    await laneStore(table).markSlow(row.partnerId, START_MS);
    const world = deliveryWorld(table);
    world.nowMs += SLOW_FOR_MS;
    expect(await laneOf(row.partnerId, world.nowMs)).toBe('main');
    await world.wake(row, { from: 'slow' });
    expect(world.parked).toMatchObject([{ lane: 'slow', delayMs: 360_000 }]);
  });

  it('does not delay the other messages of a batch, because they are handled in parallel', async () => {
    const rows = await Promise.all(Array.from({ length: 10 }, () => aDelivery(table)));
    const world = deliveryWorld(table);
    const all = Promise.withResolvers<void>();
    let waiting = 0;
    world.meanwhile = async () => {
      waiting += 1;
      if (waiting === rows.length) all.resolve();
      await all.promise;
    };
    await world.handle(sqsEvent(...rows.map((row) => recordOf(row))));
    expect(waiting).toBe(10);
  });
});

describe('a function that already knows that a partner is slow', () => {
  /**
   * Returns the partner's other deliveries, and the world of a consumer that has already read the partner's slow mark.
   */
  async function havingMet(more: Parameters<typeof deliveryWorld>[1] = {}) {
    const [met, ...others] = await deliveriesOfOne(4);
    if (!met) throw new Error('No delivery');
    await laneStore(table).markSlow(met.partnerId, START_MS);
    const world = deliveryWorld(table, more);
    await world.wake(met);
    world.parked = [];
    return { world, others };
  }

  it("moves the partner's wake-ups to the slow queue without reading the table", async () => {
    const { world, others } = await havingMet();
    const reads = roundTrips(table);
    expect(await reads.of(() => world.handle(sqsEvent(...others.map((row) => recordOf(row)))))).toEqual({
      trips: 0,
      commands: [],
    });
    const moved = others.map(({ callId }) => ({ lane: 'slow', delayMs: 0, delivery: { callId, attempts: 0 } }));
    expect(world.parked).toMatchObject(moved);
    expect(world.posts).toEqual([]);
  });

  it('reads the delivery row of a redelivered wake-up, because after a crash that wake-up may be the only one left', async () => {
    const { world, others } = await havingMet();
    const [row] = others;
    if (!row) throw new Error('No delivery');
    await world.wake(row, { receiveCount: 2, from: 'slow' });
    expect(world.posts).toHaveLength(1);
    await world.wake(row, { receiveCount: 2 });
    expect(world.parked).toEqual([]);
  });

  it('uses the main lane again when the partner is no longer marked as slow', async () => {
    const { world, others } = await havingMet();
    world.nowMs += SLOW_FOR_MS;
    await world.handle(sqsEvent(...others.map((row) => recordOf(row))));
    expect(world.posts).toHaveLength(3);
  });

  it('keeps in the main queue the wake-ups that the slow queue does not accept', async () => {
    const { world, others } = await havingMet({
      wakeUps: { send: async () => undefined, sendAll: async (all) => all.slice(1) },
    });
    const records = others.map((row) => recordOf(row));
    const kept = records.slice(1).map(({ messageId }) => ({ itemIdentifier: messageId }));
    expect(await world.handle(sqsEvent(...records))).toEqual({ batchItemFailures: kept });

    const away = await havingMet({
      wakeUps: { send: async () => undefined, sendAll: () => Promise.reject(new Error('SQS is away')) },
    });
    const event = sqsEvent(...away.others.map((row) => recordOf(row)));
    expect((await away.world.handle(event)).batchItemFailures).toHaveLength(3);
  });
});
