import { describe, expect, it } from '@jest/globals';
import { eventHeaders } from '../../../../shared/contract/calls/event-headers.ts';
import { newSigningSecret, signatureHeader, signingKey } from '../../../../shared/domain/webhooks/signature.ts';
import { deliveryHeaders, standardHeaders } from '../../../../shared/domain/webhooks/standard-webhooks.ts';
import { verifyWithStandardWebhooks } from '../../../support/receivers/signature-libraries.ts';

const NOW_MS = 1_767_225_600_999;
const BODY = '{"event":"call.completed"}';

describe('the headers of Standard Webhooks', () => {
  it('the signature of Standard Webhooks is an HMAC of "<id>.<timestamp>.<body>" under the base64-decoded secret', () => {
    const key = signingKey(`whsec_${'00ff'.repeat(16)}`);
    expect(standardHeaders(key, { callId: 'call.1%', body: BODY }, NOW_MS)).toEqual({
      'webhook-id': 'call%2E1%25',
      'webhook-timestamp': '1767225600',
      'webhook-signature': 'v1,EUOVPvn1JR2BMY7vzs3qMjWTihPVsWEgQdo8CZtfInM=',
    });
  });

  it.each(['call_1', 'call.2026.1', 'call%2E1', '!~.%'])(
    'the public library of Standard Webhooks accepts the headers for the callId %s',
    (callId) => {
      const secret = newSigningSecret();
      const body = '{"summary":"예약 완료 😀"}';
      const headers = standardHeaders(signingKey(secret), { callId, body }, NOW_MS);
      expect(verifyWithStandardWebhooks({ body, headers }, secret, NOW_MS)).toEqual(JSON.parse(body));
    },
  );

  it('the id in the headers of Standard Webhooks is different for each call', () => {
    const idOf = (callId: string) =>
      standardHeaders(signingKey(newSigningSecret()), { callId, body: BODY }, NOW_MS)['webhook-id'];
    const ids = ['a.b', 'a%2Eb', 'a%252Eb', 'a%b', 'a%25b', 'ab'].map(idOf);
    expect(new Set(ids).size).toBe(6);
    expect(ids.join('')).not.toContain('.');
  });

  it('the headers of Standard Webhooks come after the headers of the contract', () => {
    const key = signingKey(newSigningSecret());
    const contracts = eventHeaders('call.1', signatureHeader(key, BODY, NOW_MS));
    const all = Object.entries(deliveryHeaders(key, { callId: 'call.1', body: BODY }, NOW_MS));
    expect(all.slice(0, -3)).toEqual(Object.entries(contracts));
    expect(all.slice(-3).map(([name]) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
  });

  it('the headers of Standard Webhooks have the same time as X-Service-Signature', () => {
    const headers = deliveryHeaders(signingKey(newSigningSecret()), { callId: 'call_1', body: BODY }, NOW_MS);
    expect(headers['X-Service-Signature']).toMatch(new RegExp(`^t=${headers['webhook-timestamp']},`));
  });
});
