import { describe, expect, it } from '@jest/globals';
import { createHandler } from '../../../functions/record-call/handler.ts';
import { newLineId, newPartnerId } from '../../../shared/domain/ids.ts';
import { dueDeliveryStore } from '../../../shared/store/deliveries/due-deliveries.ts';
import { startReplayRound } from '../../../shared/store/deliveries/replay.ts';
import { dueShardOf, keys } from '../../../shared/store/table/keys.ts';
import {
  callRecorderOn,
  changeItem,
  deliveryRow,
  putItem,
  START_MS,
  SWEEP_PERIOD_MS,
} from '../../support/functions/deliveries.ts';
import { recordingTelemetry } from '../../support/functions/telemetry.ts';
import { overtaken } from '../../support/table/faulty.ts';
import { testTable } from '../../support/table/table.ts';

const MINUTE_MS = 60_000;
const settings = { sweepPeriodMs: SWEEP_PERIOD_MS };

const table = await testTable();

/** Returns a line of a partner without a webhook, and what records a call of it on a table that others change. */
async function unsubscribed() {
  const [tenantId, partnerId] = [newLineId(), newPartnerId()];
  const callId = `call-${crypto.randomUUID()}`;
  const { noted, ...telemetry } = recordingTelemetry();
  await putItem(table, { ...keys.line(tenantId), tenantId, partnerId, status: 'active' });
  return {
    callId,
    noted,
    register: (events = ['call.completed']) =>
      putItem(table, { ...keys.webhook(partnerId), url: 'https://p.example/', events }),
    record: (meanwhile = async () => {}, nowMs = START_MS) => {
      const callRecorder = callRecorderOn(overtaken(table, meanwhile), { sendingOnce: overtaken(table, meanwhile) });
      const handler = createHandler({ ...telemetry, callRecorder, nowMs: () => nowMs });
      return handler({ tenantId, call: { callId, summary: 'All well' } });
    },
    row: () => deliveryRow(table, callId),
  };
}

describe('a call that is recorded while its partner registers the first webhook', () => {
  it('a delivery is due if the partner registers the first webhook before the call is stored', async () => {
    const { callId, register, record, row } = await unsubscribed();
    expect(await record(async () => void (await register()))).toMatchObject({ alreadyStored: false });
    const { skipReason, ...due } = await row();
    expect([due, skipReason]).toMatchObject([{ status: 'pending', attempts: 0, nextAttemptAtMs: START_MS }, undefined]);

    const shard = Number(dueShardOf(callId).split('#')[1]);
    const found: string[] = [];
    for await (const page of dueDeliveryStore(table, settings).pastDue(shard, { nowMs: START_MS + 1 }))
      found.push(...page.map(({ PK }) => PK));
    expect(found).toContain(keys.delivery(callId).PK);
  });

  it('a delivery does not count as skipped if another request for the call has made the delivery pending', async () => {
    const { register, record, row, noted } = await unsubscribed();
    const meanwhile = [register, record];
    await record(async () => void (await meanwhile.shift()?.()));
    expect(await row()).toMatchObject({ status: 'pending' });
    expect(noted()).toEqual({ callsRecorded: 1 });
  });

  it('a delivery stays skipped if the first webhook is registered after the call was recorded', async () => {
    const { register, record, row } = await unsubscribed();
    await record();
    await register();
    expect(await row()).toMatchObject({ status: 'skipped', skipReason: 'no webhook' });
  });

  it('a delivery stays skipped if the first webhook of the partner subscribes to no event', async () => {
    const { register, record, row } = await unsubscribed();
    await record(async () => void (await register([])));
    expect(await row()).toMatchObject({ status: 'skipped', skipReason: 'no webhook' });
  });

  it('a skipped delivery becomes pending if a webhook exists when its call is recorded again within 15 minutes', async () => {
    const { register, record, row } = await unsubscribed();
    await record();
    await register();
    expect(await record(undefined, START_MS + 15 * MINUTE_MS)).toMatchObject({ alreadyStored: true });
    expect(await row()).toMatchObject({ status: 'pending' });
  });

  it('a skipped delivery stays skipped if its call is recorded again after more than 15 minutes', async () => {
    const { register, record, row } = await unsubscribed();
    await record();
    await register();
    await record(undefined, START_MS + 15 * MINUTE_MS + 1);
    expect(await row()).toMatchObject({ status: 'skipped' });
  });

  it.each(['deleted', 'partner suspended'])(
    'a delivery with the skip reason `%s` stays skipped if its call is recorded again',
    async (skipReason) => {
      const { callId, register, record, row } = await unsubscribed();
      await record();
      await register();
      await record(async () => void (await changeItem(table, keys.delivery(callId), { skipReason })));
      expect(await row()).toMatchObject({ status: 'skipped', skipReason });
    },
  );

  it('a delivery that was skipped in a replay round stays skipped if its call is recorded again', async () => {
    const { callId, register, record, row } = await unsubscribed();
    await record();
    await register();
    await startReplayRound(table, await row(), { nowMs: START_MS, ...settings });
    await changeItem(table, keys.delivery(callId), { status: 'skipped', skipReason: 'no webhook' });
    await record();
    expect(await row()).toMatchObject({ status: 'skipped', series: 2 });
  });
});
