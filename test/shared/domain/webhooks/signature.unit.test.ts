import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { signatureHeader, signingKey } from '../../../../shared/domain/webhooks/signature.ts';

describe('the signature of an event', () => {
  it('the signature of an event is the HMAC-SHA256 of "<t>.<body>" under the hex-decoded secret', () => {
    const key = signingKey(`whsec_${'00ff'.repeat(16)}`);
    expect(signatureHeader(key, '{"event":"call.completed"}', 1_767_225_600_999)).toBe(
      't=1767225600,v1=11c69449ed577453a7ddc5554042c2cac117c21d1bc4934785636cecfb1cbd83',
    );
  });

  it('a receiver that follows the published steps computes the same signature as the service', () => {
    const secret = `whsec_${'a1b2c3d4'.repeat(8)}`;
    const body = '{"summary":"예약 완료 😀"}';
    const header = signatureHeader(signingKey(secret), body, 1_800_000_000_000);

    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
    const rawKey = Buffer.from(secret.replace(/^whsec_/, ''), 'hex');
    const signed = Buffer.concat([Buffer.from(`${t}.`), Buffer.from(body, 'utf8')]);
    expect(v1).toBe(createHmac('sha256', rawKey).update(signed).digest('hex'));
  });

  it('each attempt has another signature, because the signature contains the time of the attempt', () => {
    const key = signingKey(`whsec_${'11'.repeat(32)}`);
    expect(signatureHeader(key, '{}', 1_000)).not.toBe(signatureHeader(key, '{}', 2_000));
  });

  it.each(['', 'whsec_', 'whsec_xyz', 'whsec_abc', 'secret'])(
    'the secret %j cannot sign, because it is not whsec_ followed by pairs of hex digits',
    (secret) => {
      expect(() => signingKey(secret)).toThrow('whsec_<hex>');
    },
  );
});
