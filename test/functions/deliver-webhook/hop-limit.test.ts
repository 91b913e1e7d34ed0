import { describe, expect, it } from '@jest/globals';
import { MAX_HOPS } from '../../../functions/deliver-webhook/hop-limit.ts';
import { delaySecondsOf } from '../../../shared/delivery/wake-ups/queue.ts';
import { LATE } from '../../../shared/domain/deliveries/lane.ts';
import { laneStore } from '../../../shared/store/deliveries/lanes.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { aCall, deliveryRow, itemAt, START_MS } from '../../support/functions/deliveries.ts';
import { aDelivery, deliveryWorld, recordOf, responded, sqsEvent } from '../../support/functions/delivery-world.ts';
import { roundTrips } from '../../support/table/round-trips.ts';
import { testTable } from '../../support/table/table.ts';

const table = await testTable();

const NONE = { batchItemFailures: [] };

/** Creates two deliveries of a partner that has just been marked as slow. */
async function twoOfASlowPartner() {
  const { partnerId } = aCall();
  const two = [
    await aDelivery(table, {}, aCall({ partnerId })),
    await aDelivery(table, {}, aCall({ partnerId })),
  ] as const;
  await laneStore(table).mark(partnerId, LATE, START_MS);
  return two;
}

describe('the hop count of a wake-up', () => {
  it('a wake-up that is sent again has one more hop', async () => {
    const [failing, early] = [await aDelivery(table), await aDelivery(table, { nextAttemptAtMs: START_MS + 960_000 })];
    const world = deliveryWorld(table, { response: responded(503) });
    await world.wake(failing, { hops: 4 });
    await world.wake(early, { hops: 7 });
    expect(world.parked.map(({ hops }) => hops)).toEqual([5, 8]);
  });

  it('a wake-up has one more hop after its move to the slow lane', async () => {
    const [met, other] = await twoOfASlowPartner();
    const world = deliveryWorld(table);
    await world.wake(met, { hops: 4 });
    await world.wake(other, { hops: 7 });
    expect(world.parked).toMatchObject([
      { lane: 'slow', hops: 5 },
      { lane: 'slow', hops: 8 },
    ]);
  });

  it('eight attempts of a delivery need 13 hops, less than 50 % of the limit', async () => {
    const row = await aDelivery(table);
    const world = deliveryWorld(table, { response: responded(503) });
    let hops = 0;
    await world.wake(row, { hops });
    for (let next = world.parked.shift(); next; next = world.parked.shift()) {
      world.nowMs += delaySecondsOf(next.delayMs) * 1_000;
      hops = next.hops;
      await world.wake(await deliveryRow(table, row.callId), { hops });
    }
    expect(await deliveryRow(table, row.callId)).toMatchObject({ status: 'dead', attempts: 8 });
    expect(hops).toBe(13);
    expect(hops).toBeLessThan(MAX_HOPS / 2);
  });
});

describe('a wake-up with too many hops', () => {
  it('a wake-up is dropped at 65 hops, but not at 64', async () => {
    const row = await aDelivery(table);
    const world = deliveryWorld(table);
    expect(await world.wake(row, { hops: 65 })).toEqual(NONE);
    expect(world.posts).toEqual([]);
    expect(world.noted()).toEqual({ wakeUpsDropped: 1 });
    expect(await world.wake(row, { hops: 64 })).toEqual(NONE);
    expect(world.posts).toHaveLength(1);
  });

  it('a wake-up with too many hops is dropped without a request to the table', async () => {
    const row = await aDelivery(table);
    const before = await itemAt(table, keys.delivery(row.callId));
    const world = deliveryWorld(table);
    const reads = roundTrips(table);
    expect(await reads.of(() => world.wake(row, { hops: 65 }))).toEqual({ trips: 0, commands: [] });
    expect(await itemAt(table, keys.delivery(row.callId))).toEqual(before);
    expect(before).toHaveProperty('dueShard');
    expect(world.parked).toEqual([]);
  });

  it('a wake-up with too many hops is dropped even if it would only move to the slow lane', async () => {
    const [met, other] = await twoOfASlowPartner();
    const world = deliveryWorld(table);
    await world.wake(met);
    world.parked = [];
    expect(await world.wake(other, { hops: 65 })).toEqual(NONE);
    expect(world.parked).toEqual([]);
    expect(world.noted()).toEqual({ wakeUpsDropped: 1 });
  });

  it('a wake-up with too many hops does not affect other wake-ups in its batch', async () => {
    const [looping, healthy] = [await aDelivery(table), await aDelivery(table)];
    const world = deliveryWorld(table);
    await world.handle(sqsEvent(recordOf(looping, { hops: 65 }), recordOf(healthy)));
    expect(world.posts.map(({ headers }) => headers['X-Service-Delivery'])).toEqual([healthy.callId]);
  });
});
