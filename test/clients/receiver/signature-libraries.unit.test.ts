import { describe, expect, it } from '@jest/globals';
import { callCompletedBody } from '../../../shared/domain/calls/call-completed.ts';
import { newSigningSecret, signatureHeader, signingKey } from '../../../shared/domain/webhooks/signature.ts';
import { verifyWithStandardWebhooks, verifyWithStripe } from '../../support/receivers/signature-libraries.ts';
import { NOW_UNIX_SECONDS, STANDARD_VECTORS } from './vectors.ts';

it.each(STANDARD_VECTORS)(
  'the Standard Webhooks library gives $expected for the test vector: $name',
  ({ expected, secret, ...request }) => {
    const verify = () => verifyWithStandardWebhooks(request, secret, NOW_UNIX_SECONDS * 1_000);
    if (expected === 'GENUINE') expect(verify()).toEqual(JSON.parse(request.body));
    else expect(verify).toThrow(/^(Missing required headers|No matching signature|Message timestamp too (old|new))/);
  },
);

const SECRET = newSigningSecret();
const BODY = callCompletedBody({ tenantId: 'tn_1', callId: 'call_1', storedAtMs: 0, summary: '예약 완료 😀' });
const signed = (agedSeconds = 0) => signatureHeader(signingKey(SECRET), BODY, Date.now() - agedSeconds * 1000);

describe("Stripe's library with the decoded signing secret", () => {
  it.each([
    ['text', BODY],
    ['bytes', Buffer.from(BODY)],
  ])("Stripe's library accepts our signature of a body that is passed as %s", (_form, body) => {
    expect(verifyWithStripe(body, signed(), SECRET)).toEqual(JSON.parse(BODY));
  });

  it("Stripe's library rejects a changed body, a wrong secret and a signature that is six minutes old", () => {
    expect(() => verifyWithStripe(`${BODY} `, signed(), SECRET)).toThrow('No signatures found matching');
    expect(() => verifyWithStripe(BODY, signed(), newSigningSecret())).toThrow('No signatures found matching');
    expect(() => verifyWithStripe(BODY, signed(360), SECRET)).toThrow('Timestamp outside the tolerance zone');
  });
});
