import { describe, expect, it } from '@jest/globals';
import { signatureHeader, signingKey } from '../../../../shared/domain/webhooks/signature.ts';

describe('the signature of an event', () => {
  it('the signature of an event is the HMAC-SHA256 of "<t>.<body>" under the hex-decoded secret', () => {
    const key = signingKey(`whsec_${'00ff'.repeat(16)}`);
    expect(signatureHeader(key, '{"event":"call.completed"}', 1_767_225_600_999)).toBe(
      't=1767225600,v1=11c69449ed577453a7ddc5554042c2cac117c21d1bc4934785636cecfb1cbd83',
    );
  });

  it.each(['', 'whsec_', 'whsec_xyz', 'whsec_abc', 'secret'])(
    'the malformed secret %j cannot sign an event',
    (secret) => {
      expect(() => signingKey(secret)).toThrow('whsec_<hex>');
    },
  );
});
