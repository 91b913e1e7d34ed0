import { describe, expect, it } from '@jest/globals';
import { signingKey } from '../../../shared/domain/webhooks/signature.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { changeItem, deliveryRow, removeItem, START_MS } from '../../support/functions/deliveries.ts';
import { aDelivery, deliveryWorld, responded } from '../../support/functions/delivery-world.ts';
import { SECRET } from '../../support/receivers/signature.ts';
import { testTable } from '../../support/table/table.ts';

const NONE = { batchItemFailures: [] };
const table = await testTable();

/** Returns a consumer during which something else happens between reading a row and claiming it. */
const overtakenBy = (meanwhile: () => Promise<unknown>) =>
  deliveryWorld(table, { signingKey: () => meanwhile().then(() => signingKey(SECRET)) });

describe('a wake-up whose delivery changes just before the claim', () => {
  it('a wake-up does nothing if a copy of the wake-up has just delivered the event', async () => {
    const row = await aDelivery(table);
    const other = deliveryWorld(table);
    const world = overtakenBy(() => other.wake(row));
    expect(await world.wake(row)).toEqual(NONE);
    expect([other.posts.length, world.posts.length]).toEqual([1, 0]);
    expect(await deliveryRow(table, row.callId)).toMatchObject({ status: 'delivered', attempts: 1 });
  });

  it('a wake-up does nothing if a copy of the wake-up has just made a failed attempt', async () => {
    const row = await aDelivery(table);
    const other = deliveryWorld(table, { response: responded(503) });
    const world = overtakenBy(() => other.wake(row));
    expect(await world.wake(row)).toEqual(NONE);
    expect([other.parked.length, world.parked.length]).toEqual([1, 0]);
  });

  it('a wake-up that claims attempt 4 uses the backoff of attempt 4, even if the delivery was read before attempt 1', async () => {
    const row = await aDelivery(table);
    const world = overtakenBy(() => changeItem(table, keys.delivery(row.callId), { attempts: 3 }));
    world.meanwhile = async () => {
      const { attempts, nextAttemptAtMs } = await deliveryRow(table, row.callId);
      expect([attempts, nextAttemptAtMs]).toEqual([4, world.nowMs + 480_000]);
    };
    expect(await world.wake(row)).toEqual(NONE);
    expect(world.posts).toHaveLength(1);
  });

  it('a wake-up does nothing if the row of its delivery was just deleted', async () => {
    const row = await aDelivery(table);
    const world = overtakenBy(() => removeItem(table, keys.delivery(row.callId)));
    expect(await world.wake(row)).toEqual(NONE);
    expect(world.posts).toEqual([]);
  });
});

describe('a delivery to a partner to whom nothing may be sent', () => {
  it.each<[string, string, (partnerId: string) => Promise<unknown>]>([
    ['no webhook', 'has no webhook', (partnerId) => removeItem(table, keys.webhook(partnerId))],
    [
      'partner suspended',
      'is suspended',
      (partnerId) => changeItem(table, keys.partner(partnerId), { state: 'suspended' }),
    ],
  ])(
    'a delivery is skipped with the reason `%s` if its partner %s when the attempt is due',
    async (skipReason, _what, change) => {
      const row = await aDelivery(table);
      await change(row.partnerId);
      const world = deliveryWorld(table);
      expect(await world.wake(row)).toEqual(NONE);
      expect(world.posts).toEqual([]);
      expect(await deliveryRow(table, row.callId)).toMatchObject({ status: 'skipped', skipReason, attempts: 0 });
    },
  );
});

describe('a delivery whose call has expired', () => {
  const expired = { callExpiresAtUnixSeconds: START_MS / 1_000 };
  const skipped = { status: 'skipped', skipReason: 'expired', attempts: 0 };

  it('a delivery whose call has expired is skipped without an attempt, even if DynamoDB has not deleted the call yet', async () => {
    for (const isDeleted of [false, true]) {
      const row = await aDelivery(table, expired);
      if (isDeleted) await removeItem(table, keys.call(row.tenantId, row.storedAtMs, row.callId));
      const world = deliveryWorld(table);
      expect(await world.wake(row)).toEqual(NONE);
      expect(world.posts).toEqual([]);
      expect(await deliveryRow(table, row.callId)).toMatchObject(skipped);
      expect(world.noted().skipped).toBe(1);
    }
  });

  it('a delivery whose call has expired is skipped even if its next attempt is not due yet', async () => {
    const row = await aDelivery(table, { ...expired, nextAttemptAtMs: START_MS + 600_000 });
    const world = deliveryWorld(table);
    expect(await world.wake(row)).toEqual(NONE);
    expect(world.parked).toEqual([]);
    expect(await deliveryRow(table, row.callId)).toMatchObject(skipped);
  });

  it('a delivery whose call has expired is not skipped while an attempt is running', async () => {
    const lease = { attempts: 1, leaseToken: 'running', leaseUntilMs: START_MS + 20_000 };
    const row = await aDelivery(table, { ...expired, ...lease });
    const world = deliveryWorld(table);
    await world.wake(row);
    expect(await deliveryRow(table, row.callId)).toEqual(row);
    expect(world.parked).toHaveLength(1);
  });
});
