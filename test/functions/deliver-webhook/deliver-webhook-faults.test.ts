import { describe, expect, it } from '@jest/globals';
import { deliveryStore } from '../../../shared/store/deliveries/deliveries.ts';
import { laneStore } from '../../../shared/store/deliveries/lanes.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import {
  changeItem,
  deliveryRow,
  itemAt,
  removeItem,
  START_MS,
  SWEEP_PERIOD_MS,
} from '../../support/functions/deliveries.ts';
import {
  aDelivery,
  deliveryWorld,
  recordOf,
  responded,
  sqsEvent,
  TIMING,
} from '../../support/functions/delivery-world.ts';
import { losingResponses } from '../../support/table/faulty.ts';
import { testTable } from '../../support/table/table.ts';

const table = await testTable();

const NONE = { batchItemFailures: [] };

describe('a delivery whose last attempt never reported a result', () => {
  const overdue = (attempts: number) =>
    aDelivery(table, { attempts, leaseToken: 'crashed', leaseUntilMs: START_MS, nextAttemptAtMs: START_MS });

  it('a delivery whose third attempt never reported a result is attempted again', async () => {
    const row = await overdue(3);
    const world = deliveryWorld(table);
    await world.wake(row);
    expect(await deliveryRow(table, row.callId)).toMatchObject({ status: 'delivered', attempts: 4 });
  });

  it('a delivery becomes dead without a ninth request if its eighth attempt never reported a result', async () => {
    const row = await overdue(8);
    const world = deliveryWorld(table);
    await world.wake(row);
    expect(world.posts).toEqual([]);
    expect(await deliveryRow(table, row.callId)).toMatchObject({ status: 'dead', attempts: 8 });
  });

  it('a dead delivery changes to delivered if its last attempt gets a late 2xx', async () => {
    const row = await aDelivery(table, { attempts: 7 });
    const frozen = deliveryWorld(table);
    frozen.meanwhile = async () => {
      const other = deliveryWorld(table);
      other.nowMs = START_MS + TIMING.leaseMs;
      await other.wake(await deliveryRow(table, row.callId));
      expect((await deliveryRow(table, row.callId)).status).toBe('dead');
    };
    await frozen.wake(row);
    expect(await deliveryRow(table, row.callId)).toMatchObject({ status: 'delivered', attempts: 8 });
  });

  it('a late failure of a frozen function does not change a delivery that has a newer attempt', async () => {
    const row = await aDelivery(table);
    const frozen = deliveryWorld(table, { response: responded(500) });
    frozen.meanwhile = async () => {
      const other = deliveryWorld(table);
      other.nowMs = START_MS + 60_000;
      other.response = responded(502);
      await other.wake(await deliveryRow(table, row.callId));
    };
    await frozen.wake(row);
    const after = await deliveryRow(table, row.callId);
    expect(after).toMatchObject({ status: 'pending', attempts: 2, nextAttemptAtMs: START_MS + 180_000 });
    expect(after.log.map(({ outcome }) => outcome)).toEqual(['status 502']);
    expect(frozen.parked).toMatchObject([{ delayMs: 180_000 }]);
  });
});

describe('faults in deliver-webhook', () => {
  it.each<[string, (partnerId: string, callId: string) => Promise<unknown>]>([
    ['a webhook whose URL is a number', (partnerId) => changeItem(table, keys.webhook(partnerId), { url: 7 })],
    ['a webhook with an invalid URL', (partnerId) => changeItem(table, keys.webhook(partnerId), { url: 'nonsense' })],
    ['a partner in an unknown state', (partnerId) => changeItem(table, keys.partner(partnerId), { state: 'odd' })],
    [
      'a signing secret whose ciphertext is a number',
      (partnerId) => changeItem(table, keys.secret(partnerId), { ciphertext: 7 }),
    ],
    ['a call whose summary is a number', (_partnerId, callId) => breakCall(callId)],
    ['a delivery without a call', (_partnerId, callId) => removeCall(callId)],
    ['a partner without a signing secret', (partnerId) => removeItem(table, keys.secret(partnerId))],
    ['a delivery without a partner', (partnerId) => removeItem(table, keys.partner(partnerId))],
  ])(
    'after a fault, a delivery stays unclaimed, and its partner is in the hung lane for a minute: %s',
    async (_name, spoil) => {
      const row = await aDelivery(table);
      await spoil(row.partnerId, row.callId);
      const world = deliveryWorld(table);
      expect(await world.wake(row)).toEqual(NONE);
      expect(world).toMatchObject({ posts: [], parked: [] });
      expect(world.noted()).toEqual({ unhandledError: 1 });
      expect(await deliveryRow(table, row.callId)).toEqual(row);
      const laneOf = async (nowMs: number) => (await laneStore(table).of([row.partnerId], nowMs))(row.partnerId);
      expect([await laneOf(START_MS + 59_999), await laneOf(START_MS + 60_000)]).toEqual(['hung', 'main']);
    },
  );

  const callOf = async (callId: string) => {
    const { tenantId, storedAtMs } = await deliveryRow(table, callId);
    return keys.call(tenantId, storedAtMs, callId);
  };
  const breakCall = async (callId: string) => changeItem(table, await callOf(callId), { summary: 7 });
  const removeCall = async (callId: string) => removeItem(table, await callOf(callId));

  it('an event is delivered even if the lane of its partner cannot be read', async () => {
    const row = await aDelivery(table);
    await changeItem(table, keys.lane(row.partnerId), { slowUntilMs: 'of another version' });
    await deliveryWorld(table).wake(row);
    expect(await deliveryRow(table, row.callId)).toMatchObject({ status: 'delivered', attempts: 1 });
  });

  it('a wake-up stays in its queue if the table cannot be read', async () => {
    const row = await aDelivery(table);
    const world = deliveryWorld(table, { findContext: () => Promise.reject(new Error('The table is away')) });
    expect((await world.wake(row)).batchItemFailures).toHaveLength(1);
    expect(await itemAt(table, keys.lane(row.partnerId))).toBeUndefined();
  });

  it('a wake-up stays in its queue if the next wake-up cannot be sent', async () => {
    const row = await aDelivery(table);
    const isAway = () => Promise.reject(new Error('SQS is away'));
    const broken = deliveryWorld(table, { response: responded(503), wakeUps: { send: isAway, sendAll: isAway } });
    expect((await broken.wake(row)).batchItemFailures).toHaveLength(1);

    const world = deliveryWorld(table);
    expect(await world.wake(row, { attempts: 0, receiveCount: 2 })).toEqual(NONE);
    expect(world.posts).toEqual([]);
    expect(world.parked).toMatchObject([{ delayMs: 60_000 }]);
  });

  it('if one wake-up of a batch cannot be parsed, only this wake-up stays in the queue', async () => {
    const [one, other] = await Promise.all([aDelivery(table), aDelivery(table)]);
    const bad = recordOf(one, { body: 'nonsense' });
    const world = deliveryWorld(table);
    expect(await world.handle(sqsEvent(recordOf(one), bad, recordOf(other)))).toEqual({
      batchItemFailures: [{ itemIdentifier: bad.messageId }],
    });
    expect(world.posts).toHaveLength(2);
  });
});

describe('lost responses from the table', () => {
  const lossy = () =>
    deliveryWorld(table, { deliveries: deliveryStore(losingResponses(table), { sweepPeriodMs: SWEEP_PERIOD_MS }) });

  it("the receiver gets one request if the table's response to a claim is lost", async () => {
    const row = await aDelivery(table);
    const world = lossy();
    await world.wake(row);
    expect(world.posts).toHaveLength(1);
    expect(await deliveryRow(table, row.callId)).toMatchObject({ status: 'delivered', attempts: 1 });
  });

  it('the next wake-up is sent even if a response from the table is lost', async () => {
    const row = await aDelivery(table);
    const world = lossy();
    world.response = responded(503);
    await world.wake(row);
    expect(world.parked).toMatchObject([{ delayMs: 60_000, delivery: { attempts: 1 } }]);
  });
});
