import { describe, expect, it } from '@jest/globals';
import { EVIDENCE, HANGING, LATE, type Lane, SUSPICIOUS } from '../../../shared/domain/deliveries/lane.ts';
import { deliveryContexts } from '../../../shared/store/deliveries/delivery-contexts.ts';
import { laneStore } from '../../../shared/store/deliveries/lanes.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { aCall, changeItem, deliveryRow, START_MS } from '../../support/functions/deliveries.ts';
import { aDelivery, deliveryWorld, recordOf, responded, sqsEvent } from '../../support/functions/delivery-world.ts';
import { roundTrips } from '../../support/table/round-trips.ts';
import { testTable } from '../../support/table/table.ts';
import { until } from '../../support/until.ts';

const table = await testTable();

const laneOf = async (partnerId: string, nowMs = START_MS) =>
  (await laneStore(table).of([partnerId], nowMs))(partnerId);

/** Creates several deliveries of one partner. */
async function deliveriesOfOne(count: number) {
  const { partnerId } = aCall();
  return Promise.all(Array.from({ length: count }, () => aDelivery(table, {}, aCall({ partnerId }))));
}

describe('the lane of a partner whose receiver responds late', () => {
  /** Attempts a delivery that takes `durationMs`. Returns the partner, which is in the lane before the response. */
  async function partnerIn(lane: Lane, durationMs: number): Promise<string> {
    const row = await aDelivery(table);
    const world = deliveryWorld(table, { response: responded(503) });
    world.meanwhile = async () => {
      for (const { afterMs } of EVIDENCE)
        await world.pass(Math.max(0, Math.min(afterMs, durationMs) - (world.nowMs - START_MS)));
      await world.pass(durationMs - (world.nowMs - START_MS));
      // Other functions see the mark while the request is still in flight.
      await until(async () => (await laneOf(row.partnerId, world.nowMs)) === lane);
    };
    await world.wake(row);
    expect(world.parked).toMatchObject([{ lane }]);
    return row.partnerId;
  }

  it('a partner stays in the main lane if its receiver responds 1 ms before `SUSPICIOUS.afterMs`', async () => {
    expect(await laneOf(await partnerIn('main', SUSPICIOUS.afterMs - 1))).toBe('main');
  });

  it.each([
    [SUSPICIOUS.afterMs, 'slow', SUSPICIOUS.afterMs + SUSPICIOUS.forMs],
    [LATE.afterMs - 1, 'slow', SUSPICIOUS.afterMs + SUSPICIOUS.forMs],
    [LATE.afterMs, 'slow', LATE.afterMs + LATE.forMs],
    [HANGING.afterMs - 1, 'slow', LATE.afterMs + LATE.forMs],
    [HANGING.afterMs, 'hung', HANGING.afterMs + HANGING.forMs],
  ] as const)(
    'a partner whose receiver has not responded after %i ms is in the lane %s until %i ms after the request',
    async (durationMs, lane, untilMs) => {
      const partnerId = await partnerIn(lane, durationMs);
      expect(await laneOf(partnerId, START_MS + untilMs - 1)).toBe(lane);
      expect(await laneOf(partnerId, START_MS + untilMs)).toBe('main');
    },
  );

  it('five hanging attempts of a partner in one environment write each of the three marks once', async () => {
    const rows = await deliveriesOfOne(5);
    const lanes = laneStore(table);
    let writes = 0;
    const world = deliveryWorld(table, {
      lanes: {
        mark: async (...about) => {
          writes += 1;
          return lanes.mark(...about);
        },
      },
    });
    for (const row of rows) {
      world.meanwhile = async () => {
        await world.pass(HANGING.afterMs);
      };
      await world.wake(row, { from: 'hung' });
    }
    expect(writes).toBe(3);
  });

  it('an attempt completes even if its partner cannot be marked as slow', async () => {
    const row = await aDelivery(table);
    const world = deliveryWorld(table, { lanes: { mark: () => Promise.reject(new Error('The table is away')) } });
    world.meanwhile = () => world.pass(LATE.afterMs);
    expect(await world.wake(row)).toEqual({ batchItemFailures: [] });
    expect(await deliveryRow(table, row.callId)).toMatchObject({ status: 'delivered' });
  });

  it.each([
    [LATE, 'main', 'slow'],
    [HANGING, 'main', 'hung'],
    [HANGING, 'slow', 'hung'],
  ] as const)(
    'a wake-up of a partner with the mark %j moves from the lane %s to the lane %s without an attempt',
    async (evidence, from, lane) => {
      const row = await aDelivery(table);
      await laneStore(table).mark(row.partnerId, evidence, START_MS);
      const world = deliveryWorld(table);
      await world.wake(row, { from });
      expect(world.posts).toEqual([]);
      expect(world.parked).toMatchObject([{ lane, delayMs: 0 }]);
      expect(await deliveryRow(table, row.callId)).toEqual(row);
    },
  );

  it('the second wake-up of a suspended partner moves to the hung lane without a read of the table', async () => {
    const [first, second] = await deliveriesOfOne(2);
    if (!first || !second) throw new Error('No delivery');
    await changeItem(table, keys.partner(first.partnerId), { state: 'suspended' });
    const world = deliveryWorld(table);
    await world.wake(first);
    expect(await deliveryRow(table, first.callId)).toMatchObject({ status: 'skipped' });
    const reads = roundTrips(table);
    expect(await reads.of(() => world.wake(second))).toEqual({ trips: 0, commands: [] });
    expect(world.parked).toMatchObject([{ lane: 'hung' }]);
    expect(await laneOf(first.partnerId)).toBe('hung');
  });

  it('an event is sent from the slow or hung lane even if its partner has no mark for that lane', async () => {
    const [slow, recovered, late] = await Promise.all([aDelivery(table), aDelivery(table), aDelivery(table)]);
    await laneStore(table).mark(slow.partnerId, LATE, START_MS);
    await laneStore(table).mark(late.partnerId, LATE, START_MS);
    const world = deliveryWorld(table);
    await world.handle(sqsEvent(recordOf(slow, { from: 'slow' }), recordOf(recovered, { from: 'slow' })));
    await world.handle(sqsEvent(recordOf(late, { from: 'hung' })));
    expect(world.posts).toHaveLength(3);
  });

  it('a retry in the slow lane stays there even if its partner is not marked as slow', async () => {
    const row = await aDelivery(table, { attempts: 5, nextAttemptAtMs: START_MS + 960_000 });
    const world = deliveryWorld(table);
    world.nowMs += LATE.forMs;
    await world.wake(row, { from: 'slow' });
    expect(world.parked).toMatchObject([{ lane: 'slow', delayMs: 360_000 }]);
  });

  it('deliver-webhook handles the wake-ups of a batch in parallel', async () => {
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

describe("an environment that has read a partner's slow mark", () => {
  /**
   * Returns the partner's other deliveries, and the world of a consumer that has already read the partner's slow mark.
   */
  async function havingMet(more: Parameters<typeof deliveryWorld>[1] = {}) {
    const [met, ...others] = await deliveriesOfOne(4);
    if (!met) throw new Error('No delivery');
    await laneStore(table).mark(met.partnerId, LATE, START_MS);
    const world = deliveryWorld(table, more);
    await world.wake(met);
    world.parked = [];
    return { world, others };
  }

  it("an environment that has read a partner's slow mark moves the partner's wake-ups to the slow queue without a read of the table", async () => {
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

  it('a table read that ends late does not replace a newer cached lane mark of the partner', async () => {
    const [first, second, third] = await deliveriesOfOne(3);
    if (!first || !second || !third) throw new Error('No delivery');
    const { partnerId } = first;
    const lanes = laneStore(table);
    await lanes.mark(partnerId, LATE, START_MS);
    const findContext = deliveryContexts(table);
    const world = deliveryWorld(table, {
      findContext: async (wakeUp) => {
        const context = await findContext(wakeUp);
        if (wakeUp.callId !== first.callId) return context;
        await lanes.mark(partnerId, HANGING, START_MS);
        await world.wake(second, { from: 'slow' });
        return context;
      },
    });
    await world.wake(first, { from: 'slow' });
    await world.wake(third);
    expect(world.posts).toEqual([]);
    expect(world.parked).toMatchObject(
      [second, first, third].map(({ callId }) => ({ lane: 'hung', delivery: { callId } })),
    );
  });

  it('a redelivered wake-up of a delivered event does not move to the slow lane', async () => {
    const { world, others } = await havingMet();
    const [row] = others;
    if (!row) throw new Error('No delivery');
    await world.wake(row, { receiveCount: 2, from: 'slow' });
    expect(world.posts).toHaveLength(1);
    await world.wake(row, { receiveCount: 2 });
    expect(world.parked).toEqual([]);
  });

  it('an environment uses the main lane again once the partner is no longer marked as slow', async () => {
    const { world, others } = await havingMet();
    world.nowMs += LATE.forMs;
    await world.handle(sqsEvent(...others.map((row) => recordOf(row))));
    expect(world.posts).toHaveLength(3);
  });

  it('a wake-up stays in the main queue if the slow queue does not accept it', async () => {
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
