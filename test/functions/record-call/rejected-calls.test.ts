import { describe, expect, it } from '@jest/globals';
import { listRejectedCalls } from '../../../operator/calls/rejected-calls.ts';
import { DOCTORS_CALL } from '../../../shared/domain/calls/doctors-call.ts';
import { newLineId } from '../../../shared/domain/ids.ts';
import { callRecorderOn, deliveryRow, START_MS } from '../../support/functions/deliveries.ts';
import { recordingTelemetry } from '../../support/functions/telemetry.ts';
import { testTable } from '../../support/table/table.ts';
import { recordCallWorld } from './record-call-world.ts';

const table = await testTable();

const { aLine, fresh, recorded, recorder } = recordCallWorld(table);

describe('a call that the function `record-call` refuses', () => {
  it('a refused call is stored with the reason, but without its content', async () => {
    const own = await testTable();
    const { noted, meter } = recordingTelemetry();
    const record = recorder({ meter, callRecorder: callRecorderOn(own) });
    const tenantId = newLineId();
    await record({ tenantId, call: { ...fresh({ callId: 'c-9' }), summary: ' ', callerNumber: 7 } });
    await record({ tenantId: 'what a caller said', call: { callId: 'not visible \n', summary: 'x' } });
    const rejected = await listRejectedCalls({ table: own, nowMs: () => START_MS }, { limit: 10 });
    expect(rejected).toHaveLength(2);
    expect(rejected).toContainEqual({
      ...{ atMs: START_MS, callId: 'c-9', tenantId, way: 'invoked' },
      reason: 'call.summary: must not be blank; call.callerNumber: must be a string',
    });
    expect(rejected).toContainEqual({ atMs: START_MS, way: 'invoked', reason: expect.stringContaining('call.callId') });
    expect(noted()).toEqual({ callsRejected: 2 });
  });

  it('record-call says why it refuses a call even if the refusal cannot be stored', async () => {
    const { noted, meter } = recordingTelemetry();
    const noteRejected = () => Promise.reject(new Error('no response'));
    const response = await recorder({ meter, callRecorder: { ...callRecorderOn(table), noteRejected } })({});
    expect(response).toEqual({ refused: { message: 'tenantId: is required; call: is required' } });
    expect(noted()).toEqual({ callsRejected: 1 });
  });

  it('the test call of the command `doctor` is neither counted nor stored as a refused call', async () => {
    const own = await testTable();
    const { noted, meter } = recordingTelemetry();
    const record = recorder({ meter, callRecorder: callRecorderOn(own) });
    expect(await record(DOCTORS_CALL)).toEqual({ refused: { message: 'No line has this id' } });
    expect(await listRejectedCalls({ table: own, nowMs: () => START_MS }, { limit: 10 })).toEqual([]);
    expect(noted()).toEqual({});
  });

  it('a call is refused if another line has a call with the same id', async () => {
    const { tenantId, told, callId } = await recorded();
    const other = await aLine();
    expect(await recorder()({ tenantId: other.tenantId, call: told })).toEqual({
      refused: { message: 'Another line has a call with this callId' },
    });
    expect((await deliveryRow(table, callId)).tenantId).toBe(tenantId);
  });

  it.each([
    ['that no line has', newLineId()],
    ['that is not in the form of our ids', 'nonsense'],
    ['that is too long for a key of the table', '#'.repeat(3_000)],
  ])('a call with a line id %s is refused', async (_what, tenantId) => {
    expect(await recorder()({ tenantId, call: fresh() })).toEqual({ refused: { message: 'No line has this id' } });
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
});
