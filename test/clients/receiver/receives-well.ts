import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { signWebhook } from '../../../clients/receiver/src/index.ts';
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

/** Encodes a body as chunks, the first of which ends inside a character. */
function inChunks(body: string): Buffer {
  const bytes = Buffer.from(body);
  const middle = bytes.indexOf('예') + 1;
  const chunks = [bytes.subarray(0, middle), bytes.subarray(middle)];
  const encoded = chunks.flatMap((chunk) => [`${chunk.length.toString(16)}\r\n`, chunk, '\r\n']);
  return Buffer.concat([...encoded, '0\r\n\r\n'].map((part) => Buffer.from(part)));
}

/**
 * Defines the tests that every receiver sample must pass. Returns a function with which a test gets the running sample.
 * `statusForOtherBytes` is for a genuine body that is not valid UTF-8. A gateway that passes bodies as text changes it.
 */
export function itReceivesWell(start: () => Promise<RunningSample>, { statusForOtherBytes = 400 } = {}) {
  let sample: RunningSample;
  beforeAll(async () => {
    sample = await start();
  });
  afterAll(() => sample?.stop());
  const hasWorked = (callId: string) => until(() => sample.timesWorked(callId) > 0);

  it('the receiver sample processes an event', async () => {
    const { callId, body } = aCall();
    expect(await sample.post(body, headers(body))).toBe(204);
    await hasWorked(callId);
  });

  it('the receiver sample accepts an event signed with the second of its two secrets', async () => {
    const { callId, body } = aCall();
    expect(await sample.post(body, headers(body, { secret: OLD_SECRET }))).toBe(204);
    await hasWorked(callId);
  });

  it('the receiver sample accepts a repeated call without processing it again', async () => {
    const { callId, body } = aCall();
    const later = aCall();
    expect(await sample.post(body, headers(body))).toBe(204);
    expect(await sample.post(body, headers(body, { agedSeconds: 60 }))).toBe(204);
    expect(await sample.post(later.body, headers(later.body))).toBe(204);
    await hasWorked(later.callId);
    expect(sample.timesWorked(callId)).toBe(1);
  });

  it('the receiver sample accepts the longest summary', async () => {
    const { callId, body } = aCall(LARGE);
    expect(await sample.post(body, headers(body))).toBe(204);
    await hasWorked(callId);
  });

  it('the receiver sample accepts an event whose body arrives in chunks', async () => {
    const { callId, body } = aCall();
    expect(await sample.postBytes(inChunks(body), { ...headers(body), 'Transfer-Encoding': 'chunked' })).toBe(204);
    await hasWorked(callId);
  });

  it('the receiver sample accepts an unknown event without processing it', async () => {
    const { callId, body } = aCall();
    const unknown = body.replace('call.completed', 'call.started');
    expect(await sample.post(unknown, headers(unknown))).toBe(204);
    const withoutCall = '{"event":"line.moved","tenantId":"tn_1"}';
    expect(await sample.post(withoutCall, headers(withoutCall))).toBe(204);
    await until(() => sample.printed().includes('line.moved'));
    expect(sample.timesWorked(callId)).toBe(0);
  });

  it('the receiver sample accepts a signature header with several signatures', async () => {
    const { callId, body } = aCall();
    const signature = signatureHeader(signingKey(SECRET), body, Date.now());
    const others = `v2=abc, v1=${'0'.repeat(64)}`;
    expect(await sample.post(body, { 'X-Service-Signature': signature.replace(',', `, ${others}, `) })).toBe(204);
    await hasWorked(callId);
  });

  it('the receiver sample asks for a retry of a changed or wrongly signed event', async () => {
    const { callId, body } = aCall();
    const before = sample.printed().split('SIGNATURE_MISMATCH').length;
    expect(await sample.post(body, headers(body, { secret: OTHER_SECRET }))).toBe(503);
    expect(await sample.post(`${body} `, headers(body))).toBe(503);
    expect(await sample.post('', headers(body))).toBe(503);
    await until(() => sample.printed().split('SIGNATURE_MISMATCH').length === before + 3);
    expect(sample.timesWorked(callId)).toBe(0);
  });

  it.each([
    ['no signature', 400, {}],
    ['the signature of another body', 503, headers('{}')],
  ])('the receiver sample rejects a request with no body, no length and %s', async (_what, status, sent) => {
    expect(await sample.postBytes('', sent)).toBe(status);
    expect(sample.printed()).not.toMatch(/^ {4}at |Traceback|goroutine/m);
  });

  it.each([
    ['a JSON array', 400, Buffer.from('[]')],
    ['a finished call without an id', 400, Buffer.from('{"event":"call.completed"}')],
    ['JSON that is not valid UTF-8', statusForOtherBytes, Buffer.from('{"event":"\xff"}', 'latin1')],
  ])('if a genuine body is %s, the receiver sample responds with status %i', async (_what, status, body) => {
    const signature = signWebhook(body, SECRET);
    const sent = { 'X-Service-Signature': signature, 'Content-Length': String(body.length) };
    expect(await sample.postBytes(body, sent)).toBe(status);
    expect(sample.printed()).not.toMatch(/^ {4}at |Traceback|goroutine/m);
  });

  it('the receiver sample rejects an event whose signature is too old', async () => {
    const { callId, body } = aCall();
    expect(await sample.post(body, headers(body, { agedSeconds: 301 }))).toBe(503);
    expect(sample.timesWorked(callId)).toBe(0);
  });

  it('the receiver sample rejects a request without a signature with 400', async () => {
    const { callId, body } = aCall();
    expect(await sample.post(body, { 'Content-Type': 'application/json' })).toBe(400);
    expect(sample.timesWorked(callId)).toBe(0);
  });

  return () => sample;
}
