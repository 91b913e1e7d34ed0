import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Table } from '../../../shared/store/table/connect.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { deliveryRow, START_MS } from '../../support/functions/deliveries.ts';
import { aDelivery, deliveryWorld } from '../../support/functions/delivery-world.ts';
import { testTable } from '../../support/table/table.ts';

let table: Table;
beforeAll(async () => {
  table = await testTable();
});

const NONE = { batchItemFailures: [] };

describe('a delivery whose call has expired', () => {
  const expired = { callExpiresAtUnixSeconds: START_MS / 1_000 };
  const skipped = { status: 'skipped', skipReason: 'expired', attempts: 0 };

  it('is skipped without an attempt and counted, whether or not DynamoDB has deleted the call', async () => {
    for (const isDeleted of [false, true]) {
      const row = await aDelivery(table, expired);
      const Key = keys.call(row.tenantId, row.storedAtMs, row.callId);
      if (isDeleted) await table.db.send(new DeleteCommand({ TableName: table.name, Key }));
      const world = deliveryWorld(table);
      expect(await world.wake(row)).toEqual(NONE);
      expect(world.posts).toEqual([]);
      expect(await deliveryRow(table, row.callId)).toMatchObject(skipped);
      expect(world.noted().skipped).toBe(1);
    }
  });

  it('is skipped at a wake-up before the next attempt, and not parked', async () => {
    const row = await aDelivery(table, { ...expired, nextAttemptAtMs: START_MS + 600_000 });
    const world = deliveryWorld(table);
    expect(await world.wake(row)).toEqual(NONE);
    expect(world.parked).toEqual([]);
    expect(await deliveryRow(table, row.callId)).toMatchObject(skipped);
  });

  it('is not skipped while an attempt is running', async () => {
    const lease = { attempts: 1, leaseToken: 'running', leaseUntilMs: START_MS + 20_000 };
    const row = await aDelivery(table, { ...expired, ...lease });
    const world = deliveryWorld(table);
    await world.wake(row);
    expect(await deliveryRow(table, row.callId)).toEqual(row);
    expect(world.parked).toHaveLength(1);
  });
});
