import { createHmac } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { callCompletedBody } from '../../../shared/domain/calls/call-completed.ts';
import { deliveryStore } from '../../../shared/store/deliveries/deliveries.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import {
  aCall,
  changeItem,
  deliveryRow,
  itemAt,
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
import { SECRET } from '../../support/receivers/signature.ts';
import { intercepted } from '../../support/table/faulty.ts';
import { roundTrips } from '../../support/table/round-trips.ts';
import { testTable } from '../../support/table/table.ts';

const table = await testTable();

const NONE = { batchItemFailures: [] };

describe('the delivery of a finished call', () => {
  it('a delivery sends the signed event once if the receiver returns a 2xx', async () => {
    const call = aCall({ callType: 'phone', resolution: 'Booked' });
    const row = await aDelivery(table, {}, call);
    const world = deliveryWorld(table);
    expect(await world.wake(row)).toEqual(NONE);

    const t = START_MS / 1000;
    const body = callCompletedBody(call);
    const v1 = createHmac('sha256', Buffer.from(SECRET.slice(6), 'hex'))
      .update(`${t}.${body}`)
      .digest('hex');
    const standard = createHmac('sha256', Buffer.from(SECRET.slice(6), 'base64'))
      .update(`${call.callId}.${t}.${body}`)
      .digest('base64');
    expect(world.posts).toEqual([
      {
        url: new URL('https://p.example/hook'),
        body,
        headers: {
          'User-Agent': 'PartnerLines-Webhooks/1',
          Accept: '*/*',
          'Content-Type': 'application/json',
          'X-Service-Event': 'call.completed',
          'X-Service-Delivery': call.callId,
          'X-Service-Signature': `t=${t},v1=${v1}`,
          'webhook-id': call.callId,
          'webhook-timestamp': String(t),
          'webhook-signature': `v1,${standard}`,
        },
      },
    ]);
    expect(await deliveryRow(table, row.callId)).toMatchObject({
      status: 'delivered',
      attempts: 1,
      log: [{ atMs: START_MS, outcome: 'status 200', durationMs: 0 }],
    });
    expect(world.parked).toEqual([]);
  });

  it('a delivery makes eight attempts with exponential backoff if the receiver returns 503', async () => {
    const row = await aDelivery(table);
    const world = deliveryWorld(table, { response: responded(503) });
    const sentAtMs: number[] = [];
    await world.wake(row);
    sentAtMs.push(world.nowMs);
    for (let next = world.parked.shift(); next; next = world.parked.shift()) {
      world.nowMs += next.delayMs;
      await world.wake(await deliveryRow(table, row.callId));
      sentAtMs.push(world.nowMs);
    }

    expect(sentAtMs.map((atMs) => (atMs - START_MS) / 60_000)).toEqual([0, 1, 3, 7, 15, 31, 63, 123]);
    expect(new Set(world.posts.map(({ body }) => body)).size).toBe(1);
    expect(new Set(world.posts.map(({ headers }) => headers['X-Service-Delivery']))).toEqual(new Set([row.callId]));
    expect(new Set(world.posts.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([row.callId]));
    expect(new Set(world.posts.map(({ headers }) => headers['X-Service-Signature'])).size).toBe(8);
    expect(new Set(world.posts.map(({ headers }) => headers['webhook-signature'])).size).toBe(8);
    const dead = await deliveryRow(table, row.callId);
    expect(dead).toMatchObject({ status: 'dead', attempts: 8 });
    expect(dead.log.map(({ outcome }) => outcome)).toEqual(new Array(8).fill('status 503'));
    expect(dead.log[0]?.nextAttemptAtMs).toBe(START_MS + 60_000);
    await world.wake(dead);
    expect(world.posts).toHaveLength(8);
  });

  it('a delivery ends when the receiver returns a final 4xx', async () => {
    const row = await aDelivery(table);
    const world = deliveryWorld(table, { response: responded(410) });
    await world.wake(row);
    expect(await deliveryRow(table, row.callId)).toMatchObject({ status: 'refused', attempts: 1 });
    expect(world.parked).toEqual([]);
  });

  it('the stored sweep time of a delivery is one sweep period after its next attempt', async () => {
    const row = await aDelivery(table);
    const world = deliveryWorld(table, { response: responded(500) });
    await world.wake(row);
    const item = await itemAt(table, keys.delivery(row.callId));
    expect(item).toMatchObject({ sweepAtMs: START_MS + TIMING.retryBaseMs + SWEEP_PERIOD_MS });
  });

  it('a delivery goes to the webhook that is registered at the time of the attempt', async () => {
    const row = await aDelivery(table);
    await changeItem(table, keys.webhook(row.partnerId), { url: 'https://new.example/' });
    const world = deliveryWorld(table);
    await world.wake(row);
    expect(world.posts[0]?.url.href).toBe('https://new.example/');
  });
});

describe('copies of a wake-up', () => {
  it('ten copies of a wake-up in one batch lead to one request to the receiver', async () => {
    const row = await aDelivery(table);
    const world = deliveryWorld(table);
    const copies = Array.from({ length: 10 }, () => recordOf(row));
    expect(await world.handle(sqsEvent(...copies))).toEqual(NONE);
    expect(world.posts).toHaveLength(1);
  });

  it('a copy of a wake-up is dropped if it arrives after the attempt', async () => {
    const row = await aDelivery(table);
    const world = deliveryWorld(table, { response: responded(503) });
    await world.wake(row);
    await world.wake(row);
    await world.wake(row);
    expect(world.parked).toHaveLength(1);
  });

  it('a redelivered wake-up of a crashed attempt is sent again with the delay until the next attempt', async () => {
    const leased = {
      attempts: 1,
      leaseToken: 'crashed',
      leaseUntilMs: START_MS + 9_000,
      nextAttemptAtMs: START_MS + 60_000,
    };
    const row = await aDelivery(table, leased);
    const world = deliveryWorld(table);
    await world.wake(row, { attempts: 0, receiveCount: 2 });
    expect(world.posts).toEqual([]);
    expect(world.parked).toMatchObject([{ delayMs: 60_000, lane: 'main', delivery: { attempts: 1 } }]);
  });

  it.each(['delivered', 'refused', 'dead', 'skipped'] as const)(
    'a copy of a wake-up changes nothing if the delivery has the status %s',
    async (status) => {
      const row = await aDelivery(table, { status });
      const world = deliveryWorld(table);
      expect(await world.wake(row)).toEqual(NONE);
      expect([world.posts, world.parked]).toEqual([[], []]);
      expect(await deliveryRow(table, row.callId)).toEqual(row);
    },
  );

  it('a wake-up that comes 17 minutes early is sent again with the remaining delay', async () => {
    const row = await aDelivery(table, { attempts: 5, nextAttemptAtMs: START_MS + 1_020_000 });
    const world = deliveryWorld(table);
    await world.wake(row);
    expect(world.parked).toMatchObject([{ delayMs: 1_020_000, lane: 'main' }]);
    expect(world.posts).toEqual([]);
  });

  it('deliver-webhook waits for the due time if a wake-up comes less than a second early', async () => {
    const row = await aDelivery(table, { attempts: 1, nextAttemptAtMs: START_MS + 999 });
    const world = deliveryWorld(table);
    await world.wake(row);
    expect(world.sleptMs).toEqual([999]);
    expect(world.posts).toHaveLength(1);
  });

  it('a wake-up for an unknown call is dropped', async () => {
    const row = { ...(await aDelivery(table)), callId: 'never-stored' };
    expect(await deliveryWorld(table).wake(row)).toEqual(NONE);
  });
});

describe('a claim that another claim overtakes', () => {
  it('a claim is retried with a new token if another attempt was claimed first', async () => {
    const row = await aDelivery(table);
    const tokens: unknown[] = [];
    const seen = intercepted(table, async (command) => {
      if (command instanceof UpdateCommand && command.input.UpdateExpression?.includes('#leaseUntilMs = ')) {
        tokens.push(command.input.ExpressionAttributeValues?.[':token']);
        if (tokens.length === 1) await changeItem(table, keys.delivery(row.callId), { attempts: 1 });
      }
      return table.db.send(command);
    });
    const world = deliveryWorld(table, { deliveries: deliveryStore(seen, { sweepPeriodMs: SWEEP_PERIOD_MS }) });
    await world.wake(row);
    expect(tokens).toHaveLength(2);
    expect(new Set(tokens).size).toBe(2);
    expect(world.posts).toHaveLength(1);
    expect(await deliveryRow(table, row.callId)).toMatchObject({ status: 'delivered', attempts: 2 });
  });
});

describe('the requests of deliver-webhook to the table', () => {
  it('a delivery whose first attempt succeeds needs four requests to the table', async () => {
    const own = await testTable();
    const row = await aDelivery(own);
    const world = deliveryWorld(own);
    expect(await roundTrips(own).of(() => world.wake(row))).toEqual({
      trips: 4,
      commands: ['BatchGetItemCommand', 'GetItemCommand', 'UpdateItemCommand', 'UpdateItemCommand'],
    });
  });

  it('the rows of a whole batch are read in one request to the table', async () => {
    const own = await testTable();
    const rows = [await aDelivery(own), await aDelivery(own), await aDelivery(own)];
    const world = deliveryWorld(own);
    const { commands } = await roundTrips(own).of(() => world.handle(sqsEvent(...rows.map((row) => recordOf(row)))));
    expect(commands.filter((command) => command === 'BatchGetItemCommand')).toHaveLength(1);
    expect(world.posts).toHaveLength(3);
  });
});
