import { describe, expect, it } from '@jest/globals';
import { Failure } from '../../../shared/domain/requests/failure.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import {
  callRecorderOn,
  deliveryRow,
  itemAt,
  putItem,
  removeItem,
  START_MS,
  SWEEP_PERIOD_MS,
} from '../../support/functions/deliveries.ts';
import { NotingLogger } from '../../support/functions/telemetry.ts';
import { losingResponses } from '../../support/table/faulty.ts';
import { testTable } from '../../support/table/table.ts';
import { recordCallWorld } from './record-call-world.ts';

const table = await testTable();

const { aLine, fresh, recorded, recorder } = recordCallWorld(table);
const STARTED_AT = new Date(START_MS).toISOString();

describe('the function `record-call`', () => {
  it('a new call is stored together with its delivery', async () => {
    const { tenantId, partnerId } = await aLine();
    const told = fresh({ title: 'Table', endedAt: '2026-06-01T20:59:00+09:00', topics: ['booking'], sentiment: null });
    const { callId } = told;
    expect(await recorder()({ tenantId, call: told })).toEqual({ callId, startedAt: STARTED_AT, alreadyStored: false });
    expect(await itemAt(table, keys.call(tenantId, START_MS, callId))).toEqual({
      ...keys.call(tenantId, START_MS, callId),
      callId,
      tenantId,
      partnerId,
      storedAtMs: START_MS,
      endedAtMs: Date.parse('2026-06-01T11:59:00Z'),
      title: 'Table',
      summary: 'Asked for a table',
      callType: 'phone',
      callerNumber: '****5678',
      topics: ['booking'],
    });
    expect(await itemAt(table, keys.delivery(callId))).toEqual({
      ...keys.delivery(callId),
      callId,
      tenantId,
      partnerId,
      storedAtMs: START_MS,
      status: 'pending',
      attempts: 0,
      nextAttemptAtMs: START_MS,
      payloadVersion: 1,
      log: [],
      series: 1,
      dueShard: expect.stringMatching(/^DUE#\d+$/),
      sweepAtMs: START_MS + SWEEP_PERIOD_MS,
      deliveriesOf: `PARTNER#${partnerId}`,
      recordedAtCallId: `${START_MS}#${callId}`,
    });
  });

  it('fields that the service does not know, such as a transcript, are not stored with a call', async () => {
    const { tenantId } = await aLine();
    const call = { ...fresh(), transcript: 'Hello?' };
    await recorder()({ tenantId, call });
    expect(await itemAt(table, keys.call(tenantId, START_MS, call.callId))).not.toHaveProperty('transcript');
  });

  it('a new call and its delivery get an expiry if the stage keeps calls for a number of days', async () => {
    const { tenantId } = await aLine();
    const told = fresh();
    const callRecorder = callRecorderOn(table, { callsDays: 30 });
    await recorder({ callRecorder })({ tenantId, call: told });
    const expiry = START_MS / 1_000 + 30 * 86_400;
    expect(await itemAt(table, keys.call(tenantId, START_MS, told.callId))).toMatchObject({
      expiresAtUnixSeconds: expiry,
    });
    const row = await itemAt(table, keys.delivery(told.callId));
    expect(row).toMatchObject({ callExpiresAtUnixSeconds: expiry });
    // The table deletes items by this attribute, and the row must stay.
    expect(row).not.toHaveProperty('expiresAtUnixSeconds');
  });

  it('an expired call is not stored again', async () => {
    const { tenantId } = await aLine();
    const told = fresh();
    const callRecorder = callRecorderOn(table, { callsDays: 7 });
    const at = (nowMs: number) => recorder({ callRecorder, nowMs: () => nowMs })({ tenantId, call: told });
    await at(START_MS);
    await removeItem(table, keys.call(tenantId, START_MS, told.callId));
    const later = START_MS + 30 * 86_400_000;
    expect(await at(later)).toEqual({ callId: told.callId, startedAt: STARTED_AT, alreadyStored: true });
    expect(await itemAt(table, keys.call(tenantId, later, told.callId))).toBeUndefined();
  });

  it('a call is stored once, even after ten parallel requests or a lost response from the table', async () => {
    const { tenantId } = await aLine();
    const told = fresh();
    let nowMs = START_MS;
    const record = recorder({ nowMs: () => nowMs++ });
    const responses = await Promise.all(Array.from({ length: 10 }, () => record({ tenantId, call: told })));
    const first = responses.filter((response) => 'alreadyStored' in response && !response.alreadyStored);
    expect(first).toHaveLength(1);
    const [{ startedAt } = { startedAt: undefined }] = first as { startedAt?: string }[];
    for (const response of responses) expect(response).toMatchObject({ startedAt });

    const lossy = fresh();
    const callRecorder = callRecorderOn(losingResponses(table));
    const again = await recorder({ callRecorder })({ tenantId, call: lossy });
    expect(again).toMatchObject({ callId: lossy.callId, startedAt: STARTED_AT });
    expect((await deliveryRow(table, lossy.callId)).status).toBe('pending');
  });

  it('record-call throws if other writers keep changing the items of the call', async () => {
    const { tenantId } = await aLine();
    const store = async () => {
      throw new Failure('unavailable', 'The record is being changed by other requests; please retry');
    };
    const record = recorder({ callRecorder: { ...callRecorderOn(table), store } });
    await expect(record({ tenantId, call: fresh() })).rejects.toThrow('please retry');
  });

  it("the log line about a call contains the call's id if this id is valid", async () => {
    const { tenantId } = await aLine();
    const logger = new NotingLogger();
    const told = fresh();
    await recorder({ logger })({ tenantId, call: told });
    await recorder({ logger })({ tenantId, call: { ...told, summary: ' ' } });
    expect(logger.lines).toMatchObject([
      { level: 'INFO', message: 'Call recorded', callId: told.callId },
      { level: 'INFO', message: 'Call rejected', callId: told.callId },
    ]);
    const other = new NotingLogger();
    await recorder({ logger: other })({ tenantId, call: { ...told, callId: 'not visible: \n' } });
    expect(other.lines).toEqual([expect.not.objectContaining({ callId: expect.anything() })]);
  });

  it('record-call throws if the table has the call but not its delivery', async () => {
    const { tenantId } = await aLine();
    const told = fresh();
    const left = { ...keys.call(tenantId, START_MS, told.callId), summary: 'as it was' };
    await putItem(table, left);
    await expect(recorder()({ tenantId, call: told })).rejects.toThrow('no delivery');
    expect(await itemAt(table, keys.call(tenantId, START_MS, told.callId))).toEqual(left);
    expect(await itemAt(table, keys.delivery(told.callId))).toBeUndefined();
  });

  it('a call of a terminated line still gets a pending delivery', async () => {
    const { callId } = await recorded({ status: 'terminated' });
    expect((await deliveryRow(table, callId)).status).toBe('pending');
  });

  it('a new call gets a skipped delivery if the partner has no webhook', async () => {
    const { callId } = await recorded({ webhook: false });
    const item = await itemAt(table, keys.delivery(callId));
    expect(item).toMatchObject({ status: 'skipped', skipReason: 'no webhook', attempts: 0 });
    expect(item).not.toHaveProperty('dueShard');
  });

  it.each([1, 128])('a call id of length %i is accepted', async (length) => {
    const { tenantId } = await aLine();
    const callId = crypto.randomUUID().repeat(4).slice(0, length).replace('-', '~');
    expect(await recorder()({ tenantId, call: fresh({ callId }) })).toMatchObject({ callId });
  });

  it('a summary of exactly 64 KiB is accepted', async () => {
    const { tenantId } = await aLine();
    const summary = 'x'.repeat(64 * 1024);
    expect(await recorder()({ tenantId, call: fresh({ summary }) })).toMatchObject({ alreadyStored: false });
  });
});
