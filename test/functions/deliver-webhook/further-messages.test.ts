import { describe, expect, it } from '@jest/globals';
import { LONGEST_MESSAGE_MS } from '../../../functions/deliver-webhook/further-messages.ts';
import type { Taken } from '../../../shared/delivery/wake-ups/inbox.ts';
import type { Lane } from '../../../shared/domain/deliveries/lane.ts';
import type { DeliveryItem } from '../../../shared/store/deliveries/item.ts';
import { aCall, deliveryRow, manyRecorded } from '../../support/functions/deliveries.ts';
import { aDelivery, deliveryWorld, recordOf, sqsEvent } from '../../support/functions/delivery-world.ts';
import { testTable } from '../../support/table/table.ts';
import { until } from '../../support/until.ts';

const table = await testTable();

const takenOf = (row: DeliveryItem, lane: Lane = 'main'): Taken => {
  const { messageId, body } = recordOf(row);
  return { id: messageId, body, lane, isRepeated: false, receiptHandle: `handle of ${messageId}` };
};

/** Lets the event loop turn until every take that could have begun has ended. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Returns a world in which the first request hangs until it is released, and a queue from which the function takes. */
async function hangingWorld({ remainingMs = () => 60_000 }: { readonly remainingMs?: () => number } = {}) {
  const waiting: Taken[] = [];
  const takenFrom: Lane[] = [];
  const removed: Taken[] = [];
  const faults = { take: false, remove: false };
  const hanging = Promise.withResolvers<void>();
  const world = deliveryWorld(table, {
    inbox: {
      async take(lane) {
        takenFrom.push(lane);
        if (faults.take) throw new Error('The queue is away');
        // Long polling: a message, or nothing after a while.
        await new Promise((resolve) => setImmediate(resolve));
        return waiting.splice(0, 10);
      },
      async remove(_lane, taken) {
        if (faults.remove) throw new Error('The queue is away');
        removed.push(...taken);
      },
    },
  });
  const first = await aDelivery(table);
  world.meanwhile = async () => {
    if (world.posts.length === 1) await hanging.promise;
  };
  const delivered = async (row: DeliveryItem) => (await deliveryRow(table, row.callId)).status === 'delivered';
  return {
    ...{ world, first, waiting, takenFrom, removed, faults, delivered },
    release: hanging.resolve,
    /**
     * Begins an invocation with the hanging message, and moves the clock until the invocation takes further messages.
     */
    async begin(from: Lane = 'main') {
      const invocation = world.handle(sqsEvent(recordOf(first, { from })), { getRemainingTimeInMillis: remainingMs });
      await until(() => world.posts.length === 1);
      await world.pass(250);
      return invocation;
    },
  };
}

describe('an invocation that waits for a receiver', () => {
  it('an invocation that waits for a receiver handles further messages from its queue', async () => {
    const { world, begin, release, waiting, takenFrom, removed, delivered } = await hangingWorld();
    const rows = await Promise.all([aDelivery(table), aDelivery(table)]);
    waiting.push(...rows.map((row) => takenOf(row, 'slow')));
    const sent = [...waiting];
    const invocation = begin('slow');
    await until(() => removed.length === 2);
    expect(removed).toEqual(sent);
    expect(await Promise.all(rows.map(delivered))).toEqual([true, true]);
    expect(world.posts).toHaveLength(3);
    release();
    expect(await invocation).toEqual({ batchItemFailures: [] });
    expect(new Set(takenFrom)).toEqual(new Set(['slow']));
  });

  it('an invocation takes no further messages if its receiver responds at once', async () => {
    const row = await aDelivery(table);
    const world = deliveryWorld(table);
    expect(await world.wake(row)).toEqual({ batchItemFailures: [] });
    expect(world.noted()).not.toHaveProperty('unhandledError');
  });

  it('a waiting invocation leaves a further message in the queue if it cannot handle that message', async () => {
    const { begin, release, waiting, removed } = await hangingWorld();
    const [broken, fine] = [await aDelivery(table), await aDelivery(table)];
    waiting.push({ ...takenOf(broken), body: 'no JSON' }, takenOf(fine));
    const { id } = waiting[1] ?? { id: '' };
    const invocation = begin();
    await until(() => removed.length > 0);
    release();
    await invocation;
    expect(removed.map((one) => one.id)).toEqual([id]);
  });

  it('a waiting invocation takes no more messages if too little time is left', async () => {
    let remainingMs = LONGEST_MESSAGE_MS + 1;
    const { begin, release, takenFrom } = await hangingWorld({ remainingMs: () => remainingMs });
    const invocation = begin();
    await until(() => takenFrom.length > 0);
    remainingMs = LONGEST_MESSAGE_MS;
    // Waits until the take that has already begun has ended, so that `takes` includes this take.
    await someTurns();
    const takes = takenFrom.length;
    await someTurns();
    expect(takenFrom).toHaveLength(takes);
    release();
    await invocation;
  });

  it('a waiting invocation takes no more messages while 100 messages are in flight', async () => {
    const { world, begin, release, waiting, takenFrom } = await hangingWorld();
    const hang = world.meanwhile;
    const all = Promise.withResolvers<void>();
    world.meanwhile = () => (world.posts.length === 1 ? hang() : all.promise);
    const { partnerId } = await aDelivery(table);
    const rows = await manyRecorded(
      table,
      Array.from({ length: 120 }, () => aCall({ partnerId })),
    );
    waiting.push(...rows.map((row) => takenOf(row)));
    const invocation = begin();
    await until(() => world.posts.length >= 100);
    const takes = takenFrom.length;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(takenFrom).toHaveLength(takes);
    expect(world.posts.length).toBeLessThanOrEqual(110);
    all.resolve();
    await until(() => waiting.length === 0);
    release();
    await invocation;
    expect(world.posts).toHaveLength(121);
  });

  it('an invocation that waits for a receiver delivers its own event even if the queue does not respond', async () => {
    const { world, begin, release, takenFrom, faults, first, delivered } = await hangingWorld();
    faults.take = true;
    const invocation = begin();
    await until(() => takenFrom.length > 0);
    release();
    expect(await invocation).toEqual({ batchItemFailures: [] });
    expect(await delivered(first)).toBe(true);
    expect(takenFrom).toHaveLength(1);
    expect(world.noted()).toMatchObject({ unhandledError: 1 });
  });

  it('an invocation that waits for a receiver completes even if it cannot delete the further messages', async () => {
    const { world, begin, release, waiting, faults, delivered } = await hangingWorld();
    faults.remove = true;
    const row = await aDelivery(table);
    waiting.push(takenOf(row));
    const invocation = begin();
    await until(() => delivered(row));
    release();
    expect(await invocation).toEqual({ batchItemFailures: [] });
    expect(world.noted()).toMatchObject({ unhandledError: 1 });
  });
});
