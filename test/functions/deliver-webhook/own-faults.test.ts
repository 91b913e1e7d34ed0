import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ScheduledWakeUp } from '../../../shared/delivery/wake-ups/queue.ts';
import { signingKey } from '../../../shared/domain/webhooks/signature.ts';
import type { DeliveryItem } from '../../../shared/store/deliveries/item.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { aCall, deliveryRow, SWEEP_PERIOD_MS } from '../../support/functions/deliveries.ts';
import { aDelivery, deliveryWorld, recordOf, sqsEvent } from '../../support/functions/delivery-world.ts';
import { sweepOn } from '../../support/functions/pipeline.ts';
import { SECRET } from '../../support/receivers/signature.ts';
import { testTable } from '../../support/table/table.ts';

let table: Table;
beforeEach(async () => {
  table = await testTable();
});

/** Returns a consumer that cannot decrypt the secret of one partner until it is mended, with its queues and the sweep. */
async function troubledWorld(calls: number) {
  const { partnerId } = aCall();
  const rows = await Promise.all(Array.from({ length: calls }, () => aDelivery(table, {}, aCall({ partnerId }))));
  let isMended = false;
  const consumer = deliveryWorld(table, {
    signingKey: async (ofPartner) => {
      if (ofPartner === partnerId && !isMended) throw new Error('The secret cannot be decrypted');
      return signingKey(SECRET);
    },
  });
  const bySweep: ScheduledWakeUp[] = [];
  const wakeUps = {
    sendAll: async (sent: readonly ScheduledWakeUp[]) => {
      bySweep.push(...sent);
      return [];
    },
  };
  const sweep = sweepOn({ table, nowMs: () => consumer.nowMs }, { wakeUps });

  /** Handles the wake-ups, and then those that it sends. Returns how many messages stay in flight. */
  async function handle(wakeUps: readonly Pick<ScheduledWakeUp, 'delivery' | 'lane'>[]): Promise<number> {
    let inFlight = 0;
    for (let next = wakeUps; next.length > 0; next = consumer.parked.splice(0)) {
      const records = await Promise.all(
        next.map(async ({ delivery, lane }) => recordOf(await deliveryRow(table, delivery.callId), { from: lane })),
      );
      inFlight += (await consumer.handle(sqsEvent(...records))).batchItemFailures.length;
    }
    return inFlight;
  }
  return {
    consumer,
    rows,
    handle,
    mend() {
      isMended = true;
    },
    /** Lets a period pass, sweeps, and handles the wake-ups. Returns how many messages were sent, and stay in flight. */
    async sweepOnce() {
      await consumer.pass(SWEEP_PERIOD_MS);
      await sweep({}, { getRemainingTimeInMillis: () => 100_000 });
      const sent = bySweep.splice(0);
      return { sent: sent.length, inFlight: await handle(sent) };
    },
  };
}

const first = (delivery: DeliveryItem) => ({ delivery, lane: 'main' as const });

describe('a partner whose signing secret cannot be decrypted', () => {
  it('no message stays in flight while the secret of a partner cannot be decrypted', async () => {
    const { rows, handle, sweepOnce } = await troubledWorld(40);
    expect(await handle(rows.map(first))).toBe(0);
    for (let sweeps = 0; sweeps < 4; sweeps += 1) expect(await sweepOnce()).toEqual({ sent: 40, inFlight: 0 });
    expect(await Promise.all(rows.map(({ callId }) => deliveryRow(table, callId)))).toMatchObject(
      rows.map(({ callId }) => ({ callId, status: 'pending', attempts: 0 })),
    );
  });

  it("after the repair of a partner's secret, all waiting events are delivered with the next sweep", async () => {
    const { consumer, rows, handle, sweepOnce, mend } = await troubledWorld(40);
    await handle(rows.map(first));
    await sweepOnce();
    mend();
    await sweepOnce();
    expect(consumer.posts).toHaveLength(40);
    for (const { callId } of rows)
      expect(await deliveryRow(table, callId)).toMatchObject({ status: 'delivered', attempts: 1 });
  });

  it("while the secret of a partner cannot be decrypted, the partner's wake-ups move to the hung lane", async () => {
    const { consumer, rows, handle } = await troubledWorld(40);
    const [one, ...others] = rows.map(first);
    if (!one) throw new Error('No delivery');
    await handle([one]);
    await consumer.handle(sqsEvent(...others.map(({ delivery }) => recordOf(delivery))));
    expect(consumer.parked.map(({ lane }) => lane)).toEqual(others.map(() => 'hung'));
    await handle([first(await aDelivery(table))]);
    expect(consumer.posts).toHaveLength(1);
  });
});
