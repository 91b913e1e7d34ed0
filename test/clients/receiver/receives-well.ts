import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { callCompletedBody } from '../../../shared/domain/calls/call-completed.ts';
import { signatureHeader, signingKey } from '../../../shared/domain/webhooks/signature.ts';
import { until } from '../../support/until.ts';
import { OLD_SECRET, type RunningSample, SECRET } from './running-sample.ts';

/** A summary of 64 KiB in which JSON escapes every character. */
const LARGE = '"'.repeat(64 * 1024);
const OTHER_SECRET = `whsec_${'00'.repeat(32)}`;

let calls = 0;
const aCall = (summary = '예약 완료 😀') => {
  const callId = `call_${++calls}_`;
  return { callId, body: callCompletedBody({ tenantId: 'tn_1', callId, storedAtMs: 0, summary }) };
};
const headers = (body: string, { agedSeconds = 0, secret = SECRET } = {}) => ({
  'Content-Type': 'application/json',
  'X-Service-Event': 'call.completed',
  'X-Service-Signature': signatureHeader(signingKey(secret), body, Date.now() - agedSeconds * 1000),
});

/**
 * Defines the tests that every receiver sample must pass. Returns a function with which a test gets the running sample.
 */
export function itReceivesWell(start: () => Promise<RunningSample>) {
  let sample: RunningSample;
  beforeAll(async () => {
    sample = await start();
  });
  afterAll(() => sample?.stop());
  const hasWorked = (callId: string) => until(() => sample.timesWorked(callId) > 0);

  it('accepts an event and processes it', async () => {
    const { callId, body } = aCall();
    expect(await sample.post(body, headers(body))).toBe(204);
    await hasWorked(callId);
  });

  it('accepts an event signed with the second of its two secrets', async () => {
    const { callId, body } = aCall();
    expect(await sample.post(body, headers(body, { secret: OLD_SECRET }))).toBe(204);
    await hasWorked(callId);
  });

  it('accepts the same call again without processing it again', async () => {
    const { callId, body } = aCall();
    const later = aCall();
    expect(await sample.post(body, headers(body))).toBe(204);
    expect(await sample.post(body, headers(body, { agedSeconds: 60 }))).toBe(204);
    expect(await sample.post(later.body, headers(later.body))).toBe(204);
    await hasWorked(later.callId);
    expect(sample.timesWorked(callId)).toBe(1);
  });

  it('accepts the longest summary', async () => {
    const { callId, body } = aCall(LARGE);
    expect(await sample.post(body, headers(body))).toBe(204);
    await hasWorked(callId);
  });

  it('asks for a retry of an event that was changed or signed with neither secret, and does not process it', async () => {
    const { callId, body } = aCall();
    expect(await sample.post(body, headers(body, { secret: OTHER_SECRET }))).toBe(503);
    expect(await sample.post(`${body} `, headers(body))).toBe(503);
    expect(await sample.post('', headers(body))).toBe(503);
    await until(() => sample.printed().split('SIGNATURE_MISMATCH').length === 4);
    expect(sample.timesWorked(callId)).toBe(0);
  });

  it('rejects a replayed event with an old signature', async () => {
    const { callId, body } = aCall();
    expect(await sample.post(body, headers(body, { agedSeconds: 301 }))).toBe(503);
    expect(sample.timesWorked(callId)).toBe(0);
  });

  it('rejects a request without a signature so that it is not retried', async () => {
    const { callId, body } = aCall();
    expect(await sample.post(body, { 'Content-Type': 'application/json' })).toBe(400);
    expect(sample.timesWorked(callId)).toBe(0);
  });

  return () => sample;
}
