import { describe, expect, it } from '@jest/globals';
import { callCompleted, MAX_EVENT_KIB } from '../../../../shared/contract/calls/call-completed.ts';
import { callCompletedBody } from '../../../../shared/domain/calls/call-completed.ts';
import { recordCallInput } from '../../../../shared/domain/calls/finished-call.ts';
import { newLineId } from '../../../../shared/domain/ids.ts';

const call = {
  tenantId: 'tn_1',
  callId: 'call-1',
  storedAtMs: Date.parse('2026-03-01T10:00:05.250Z'),
  endedAtMs: Date.parse('2026-03-01T10:00:00.000Z'),
  summary: 'Asked for a table "at 7"',
  resolution: 'Booked',
  callType: 'phone',
} as const;

describe('the body of the event call.completed', () => {
  it('the body of call.completed has exactly the published fields in the published order', () => {
    expect(callCompletedBody(call)).toBe(
      '{"event":"call.completed","tenantId":"tn_1","callId":"call-1","occurredAt":"2026-03-01T10:00:00.000Z",' +
        '"summary":"Asked for a table \\"at 7\\"","resolution":"Booked","recordingAvailable":true}',
    );
  });

  it('the field `occurredAt` of `call.completed` contains the time of storage if the call has no end time', () => {
    const body = callCompletedBody({ ...call, endedAtMs: undefined });
    expect(callCompleted.parse(JSON.parse(body)).occurredAt).toBe('2026-03-01T10:00:05.250Z');
  });

  it('the field `resolution` of `call.completed` is null if the call has no resolution', () => {
    expect(JSON.parse(callCompletedBody({ ...call, resolution: undefined }))).toMatchObject({ resolution: null });
  });

  it.each([
    ['phone', true],
    ['web', false],
    [undefined, false],
  ])('the event about a call of type %s has recordingAvailable %s', (callType, recordingAvailable) => {
    expect(JSON.parse(callCompletedBody({ ...call, callType }))).toMatchObject({ recordingAvailable });
  });

  it('the body of call.completed is no longer than the documented maximum', () => {
    const longest = { callId: '"'.repeat(128), summary: '\u0001'.repeat(64 * 1024), resolution: 'Escalated' };
    expect(recordCallInput.safeParse({ tenantId: newLineId(), call: longest }).success).toBe(true);
    const body = callCompletedBody({ ...call, tenantId: newLineId(), ...longest, resolution: 'Escalated' });
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MAX_EVENT_KIB * 1024);
  });

  it('the body of call.completed does not depend on the phone numbers or the title of the call', () => {
    const stored = { ...call, callerNumber: '****1234', transferTo: '+821012345678', title: 'Table' };
    expect(callCompletedBody(stored)).toBe(callCompletedBody(call));
  });
});
