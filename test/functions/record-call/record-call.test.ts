import { describe, expect, it } from '@jest/globals';
import { createHandler } from '../../../functions/record-call/handler.ts';
import { listRejected } from '../../../operator/calls/rejected-calls.ts';
import { DOCTORS_CALL } from '../../../shared/domain/calls/doctors-call.ts';
import { newLineId, newPartnerId } from '../../../shared/domain/ids.ts';
import { Failure } from '../../../shared/domain/requests/failure.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import {
  deliveryRow,
  itemAt,
  putItem,
  recordingsOn,
  removeItem,
  START_MS,
  SWEEP_PERIOD_MS,
} from '../../support/functions/deliveries.ts';
import { NotingLogger } from '../../support/functions/noting-logger.ts';
import { recordingTelemetry, silent } from '../../support/functions/telemetry.ts';
import { losingResponses } from '../../support/table/faulty.ts';
import { testTable } from '../../support/table/table.ts';

const table = await testTable();

const call = { callId: 'c-1', summary: 'Asked for a table', callType: 'phone', callerNumber: '+82 10-1234-5678' };
const STARTED_AT = new Date(START_MS).toISOString();

async function aLine({ webhook = true, status = 'active' } = {}) {
  const [tenantId, partnerId] = [newLineId(), newPartnerId()];
  await putItem(table, { ...keys.line(tenantId), tenantId, partnerId, status });
  if (webhook) {
    await putItem(table, { ...keys.webhook(partnerId), url: 'https://p.example/', events: ['call.completed'] });
  }
  return { tenantId, partnerId };
}

function recorder({ on = table, nowMs = () => START_MS, logger = silent.logger } = {}) {
  const recordings = recordingsOn(on);
  return createHandler({ ...silent, logger, recordings, nowMs });
}
const fresh = (about: object = {}) => ({ ...call, callId: `c-${crypto.randomUUID()}`, ...about });

describe('the function `record-call`', () => {
  it('a new call is stored with its delivery, and the response contains the time at which the call was stored', async () => {
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
      summary: call.summary,
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

  it('a new call and its delivery get an expiry if the stage keeps calls for a number of days', async () => {
    const { tenantId } = await aLine();
    const told = fresh();
    const recordings = recordingsOn(table, { callsDays: 30 });
    await createHandler({ ...silent, recordings, nowMs: () => START_MS })({ tenantId, call: told });
    const expiry = START_MS / 1_000 + 30 * 86_400;
    expect(await itemAt(table, keys.call(tenantId, START_MS, told.callId))).toMatchObject({
      expiresAtUnixSeconds: expiry,
    });
    const row = await itemAt(table, keys.delivery(told.callId));
    expect(row).toMatchObject({ callExpiresAtUnixSeconds: expiry });
    // The table deletes items by this attribute, and the row must stay.
    expect(row).not.toHaveProperty('expiresAtUnixSeconds');
  });

  it('an expired call is not stored again, and the response contains the time at which it was first stored', async () => {
    const { tenantId } = await aLine();
    const told = fresh();
    const recordings = recordingsOn(table, { callsDays: 7 });
    const at = (nowMs: number) =>
      createHandler({ ...silent, recordings, nowMs: () => nowMs })({ tenantId, call: told });
    await at(START_MS);
    await removeItem(table, keys.call(tenantId, START_MS, told.callId));
    const later = START_MS + 30 * 86_400_000;
    expect(await at(later)).toEqual({ callId: told.callId, startedAt: STARTED_AT, alreadyStored: true });
    expect(await itemAt(table, keys.call(tenantId, later, told.callId))).toBeUndefined();
  });

  it('the number of a caller is stored only in masked form', async () => {
    const { tenantId } = await aLine();
    const told = fresh();
    await recorder()({ tenantId, call: told });
    const items = [keys.call(tenantId, START_MS, told.callId), keys.delivery(told.callId)];
    const text = JSON.stringify(await Promise.all(items.map((key) => itemAt(table, key))));
    expect(text).not.toMatch(/1234.?5678/);
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
    const again = await recorder({ on: losingResponses(table) })({ tenantId, call: lossy });
    expect(again).toMatchObject({ callId: lossy.callId, startedAt: STARTED_AT });
    expect((await deliveryRow(table, lossy.callId)).status).toBe('pending');
  });

  it('record-call throws an error while other writers keep changing the items, so that Lambda retries the invocation', async () => {
    const { tenantId } = await aLine();
    const store = async () => {
      throw new Failure('unavailable', 'The record is being changed by other requests; please retry');
    };
    const recordings = { ...recordingsOn(table), store };
    const record = createHandler({ ...silent, recordings, nowMs: () => START_MS });
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

  it('a refused call is counted and stored with its ids and the reason, but without its content', async () => {
    const own = await testTable();
    const { noted, meter } = recordingTelemetry();
    const record = createHandler({ ...silent, meter, recordings: recordingsOn(own), nowMs: () => START_MS });
    const tenantId = newLineId();
    await record({ tenantId, call: { ...fresh({ callId: 'c-9' }), summary: ' ', callerNumber: 7 } });
    await record({ tenantId: 'what a caller said', call: { callId: 'not visible \n', summary: 'x' } });
    const rejected = await listRejected({ table: own, nowMs: () => START_MS }, { limit: 10 });
    expect(rejected).toHaveLength(2);
    expect(rejected).toContainEqual({
      ...{ atMs: START_MS, callId: 'c-9', tenantId, way: 'invoked' },
      reason: 'call.summary: must not be blank; call.callerNumber: must be a string',
    });
    expect(rejected).toContainEqual({ atMs: START_MS, way: 'invoked', reason: expect.stringContaining('call.callId') });
    expect(noted()).toEqual({ callsRejected: 2 });
  });

  it('record-call says why it refuses a call even if the table does not respond', async () => {
    const { noted, meter } = recordingTelemetry();
    const noteRejected = () => Promise.reject(new Error('no response'));
    const recordings = { ...recordingsOn(table), noteRejected };
    const response = await createHandler({ ...silent, meter, recordings, nowMs: () => START_MS })({});
    expect(response).toEqual({ refused: { message: 'tenantId: is required; call: is required' } });
    expect(noted()).toEqual({ callsRejected: 1 });
  });

  it('the test call of the command `doctor` is neither counted nor stored as a refused call', async () => {
    const own = await testTable();
    const { noted, meter } = recordingTelemetry();
    const record = createHandler({ ...silent, meter, recordings: recordingsOn(own), nowMs: () => START_MS });
    expect(await record(DOCTORS_CALL)).toEqual({ refused: { message: 'No line has this id' } });
    expect(await listRejected({ table: own, nowMs: () => START_MS }, { limit: 10 })).toEqual([]);
    expect(noted()).toEqual({});
  });

  it('a call is refused if another line has a call with the same id', async () => {
    const [one, other] = [await aLine(), await aLine()];
    const told = fresh();
    await recorder()({ tenantId: one.tenantId, call: told });
    expect(await recorder()({ tenantId: other.tenantId, call: told })).toEqual({
      refused: { message: 'Another line has a call with this callId' },
    });
    expect((await deliveryRow(table, told.callId)).tenantId).toBe(one.tenantId);
  });

  it.each([
    ['that no line has', newLineId()],
    ['that is not in the form of our ids', 'nonsense'],
    ['that is too long for a key of the table', '#'.repeat(3_000)],
  ])('a call with a line id %s is refused', async (_what, tenantId) => {
    expect(await recorder()({ tenantId, call: fresh() })).toEqual({ refused: { message: 'No line has this id' } });
  });

  it('record-call throws and changes nothing if the call is stored but its delivery is missing', async () => {
    const { tenantId } = await aLine();
    const told = fresh();
    const left = { ...keys.call(tenantId, START_MS, told.callId), summary: 'as it was' };
    await putItem(table, left);
    await expect(recorder()({ tenantId, call: told })).rejects.toThrow('no delivery');
    expect(await itemAt(table, keys.call(tenantId, START_MS, told.callId))).toEqual(left);
    expect(await itemAt(table, keys.delivery(told.callId))).toBeUndefined();
  });

  it('a call of a terminated line still gets a pending delivery', async () => {
    const { tenantId } = await aLine({ status: 'terminated' });
    const told = fresh();
    await recorder()({ tenantId, call: told });
    expect((await deliveryRow(table, told.callId)).status).toBe('pending');
  });

  it('a new call gets a skipped delivery if the partner has no webhook', async () => {
    const { tenantId } = await aLine({ webhook: false });
    const told = fresh();
    await recorder()({ tenantId, call: told });
    const item = await itemAt(table, keys.delivery(told.callId));
    expect(item).toMatchObject({ status: 'skipped', skipReason: 'no webhook', attempts: 0 });
    expect(item).not.toHaveProperty('dueShard');
  });

  it.each<[string, object, string]>([
    ['has no id', { callId: undefined }, 'call.callId'],
    ['has an id with a space', { callId: 'a b' }, 'call.callId'],
    ['has an id of 129 characters', { callId: 'x'.repeat(129) }, 'call.callId'],
    ['has no summary', { summary: undefined }, 'call.summary'],
    ['has a blank summary', { summary: ' \n' }, 'call.summary'],
    ['has a summary over 64 KiB', { summary: '가'.repeat(22_000) }, 'call.summary'],
    ['has a title with half a surrogate pair', { title: '\ud800' }, 'call.title'],
    ['has an invalid end time', { endedAt: 'yesterday' }, 'call.endedAt'],
    ['has an unknown type', { callType: 'fax' }, 'call.callType'],
    ['has a duration that is not a whole number', { durationSecs: 1.5 }, 'call.durationSecs'],
  ])('a call is refused if it %s', async (_name, about, field) => {
    const { tenantId } = await aLine();
    const response = await recorder()({ tenantId, call: fresh(about) });
    expect(response).toMatchObject({ refused: { message: expect.stringContaining(field) } });
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
