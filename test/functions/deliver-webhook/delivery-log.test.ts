import { beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_HOPS } from '../../../functions/deliver-webhook/hop-limit.ts';
import { newDelivery } from '../../../shared/store/deliveries/item.ts';
import { startReplayRound } from '../../../shared/store/deliveries/replay.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { aCall, deliveryRow, putItem, START_MS, SWEEP_PERIOD_MS } from '../../support/functions/deliveries.ts';
import { aDelivery, deliveryWorld, responded, TIMING } from '../../support/functions/delivery-world.ts';
import { NotingLogger } from '../../support/functions/telemetry.ts';
import { testTable } from '../../support/table/table.ts';

/** `call trace` finds a line by its call id. */
const table = await testTable();

describe('log lines of deliver-webhook about a call', () => {
  let logger: NotingLogger;
  beforeEach(() => {
    logger = new NotingLogger();
  });
  const world = (more: Parameters<typeof deliveryWorld>[1] = {}) => deliveryWorld(table, { logger, ...more });

  it("the log line about an attempt has the call's id, the lane of the wake-up, and the time of the next attempt", async () => {
    const row = await aDelivery(table);
    await world({ response: responded(503) }).wake(row, { from: 'slow' });
    const { callId, partnerId } = row;
    const ending = { status: 'pending', outcome: 'status 503', nextAttemptAtMs: START_MS + TIMING.retryBaseMs };
    expect(logger.lines).toEqual([
      {
        ...{ level: 'INFO', message: 'Delivery attempted', callId, partnerId },
        ...{ lane: 'slow', attempt: 1, durationMs: 0, ...ending },
      },
    ]);
  });

  it("the log line about an attempt in a replay round has the call's id and the number of the round", async () => {
    const row = await aDelivery(table, { status: 'dead', attempts: 8 });
    await startReplayRound(table, row, { nowMs: START_MS, sweepPeriodMs: SWEEP_PERIOD_MS });
    await world().wake(await deliveryRow(table, row.callId));
    expect(logger.lines).toMatchObject([{ callId: row.callId, attempt: 1, series: 2, status: 'delivered' }]);
  });

  it("the log line about a delivery that becomes dead has the call's id", async () => {
    const row = await aDelivery(table, { attempts: 8, leaseToken: 'lost', leaseUntilMs: START_MS });
    await world().wake(row);
    expect(logger.lines).toMatchObject([{ level: 'WARN', message: 'Delivery given up', callId: row.callId }]);
  });

  it("the log line about a skipped delivery has the call's id", async () => {
    const row = await aDelivery(table);
    await putItem(table, {
      ...keys.partner(row.partnerId),
      partnerId: row.partnerId,
      name: 'Acme',
      state: 'suspended',
    });
    await world().wake(row);
    expect(logger.lines).toMatchObject([{ message: 'Delivery skipped', callId: row.callId }]);
  });

  it("the log line about a dropped wake-up has the call's id", async () => {
    const row = await aDelivery(table);
    await world().wake(row, { hops: MAX_HOPS + 1 });
    expect(logger.lines).toMatchObject([{ level: 'WARN', message: 'Wake-up dropped', callId: row.callId }]);
  });

  it("the log line about a wake-up without a delivery has the call's id", async () => {
    const { callId, partnerId, tenantId, storedAtMs } = aCall();
    const row = newDelivery({ callId, partnerId, tenantId, storedAtMs }, SWEEP_PERIOD_MS);
    await world().wake(row);
    expect(logger.lines).toEqual([
      { level: 'WARN', message: 'Wake-up of an unknown delivery', callId, partnerId, tenantId },
    ]);
  });

  it("the log line about a request that could not be prepared has the call's id", async () => {
    const row = await aDelivery(table);
    await world({ signingKey: () => Promise.reject(new Error('Disabled')) }).wake(row);
    expect(logger.lines).toMatchObject([
      {
        level: 'ERROR',
        message: 'A request could not be prepared; the sweep tries again',
        callId: row.callId,
        error: { message: 'Disabled' },
      },
    ]);
  });
});
