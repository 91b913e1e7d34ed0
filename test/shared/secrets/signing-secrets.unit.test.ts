import { describe, expect, it } from '@jest/globals';
import { issueSigningSecret, signingSecrets } from '../../../shared/secrets/signing-secrets.ts';
import { fakeKms } from '../../support/aws/fake-kms.ts';
import { recordingTelemetry } from '../../support/functions/telemetry.ts';

const HOUR_MS = 3_600_000;

function world() {
  const service = fakeKms();
  const { noted, meter } = recordingTelemetry();
  let nowMs = 1_800_000_000_000;
  return {
    ...service,
    noted,
    issue: issueSigningSecret(service.kms, 'key-1'),
    secrets: signingSecrets({ meter, kms: service.kms, nowMs: () => nowMs }),
    pass: (durationMs: number) => {
      nowMs += durationMs;
    },
  };
}

describe('the creation and decryption of signing secrets', () => {
  it('a new signing secret consists of whsec_ and 64 hex digits', async () => {
    const { issue, secrets } = world();
    const { ciphertext, hint } = await issue('pt_1');
    const secret = await secrets.decrypt('pt_1', ciphertext);
    expect(secret).toMatch(/^whsec_[0-9a-f]{64}$/);
    expect(hint).toBe(secret.slice(-4));
    expect((await issue('pt_1')).ciphertext).not.toBe(ciphertext);
  });

  it('the signing secret of a partner cannot be decrypted for another partner', async () => {
    const { issue, secrets } = world();
    const { ciphertext } = await issue('pt_1');
    await secrets.decrypt('pt_1', ciphertext);
    await expect(secrets.decrypt('pt_2', ciphertext)).rejects.toThrow();
  });

  it('a decrypted signing secret is cached for an hour', async () => {
    const { issue, secrets, asked, pass } = world();
    const { ciphertext } = await issue('pt_1');
    await Promise.all(Array.from({ length: 5 }, () => secrets.decrypt('pt_1', ciphertext)));
    pass(HOUR_MS - 1);
    await secrets.decrypt('pt_1', ciphertext);
    expect(asked()).toBe(2);
    pass(1);
    await secrets.decrypt('pt_1', ciphertext);
    expect(asked()).toBe(3);
  });

  it('a new signing secret is decrypted even if the old secret is still cached', async () => {
    const { issue, secrets } = world();
    const [before, after] = [await issue('pt_1'), await issue('pt_1')];
    expect(await secrets.decrypt('pt_1', before.ciphertext)).not.toBe(await secrets.decrypt('pt_1', after.ciphertext));
  });

  it('a signing secret can be decrypted as soon as KMS works again after a failure', async () => {
    const { issue, secrets, breakDown, mend } = world();
    const { ciphertext } = await issue('pt_1');
    breakDown();
    await expect(secrets.decrypt('pt_1', ciphertext)).rejects.toThrow();
    mend();
    expect(await secrets.decrypt('pt_1', ciphertext)).toMatch(/^whsec_/);
  });

  it('a failure of KMS is counted once for all callers that wait for the same secret', async () => {
    const { issue, secrets, noted, breakDown } = world();
    const { ciphertext } = await issue('pt_1');
    breakDown();
    await Promise.allSettled(Array.from({ length: 5 }, () => secrets.decrypt('pt_1', ciphertext)));
    expect(noted()).toEqual({ secretUnavailable: 1 });
    await expect(secrets.decrypt('pt_1', ciphertext)).rejects.toThrow();
    expect(noted()).toEqual({ secretUnavailable: 2 });
  });

  it('the cache has the signing secrets of at most 5,000 partners', async () => {
    const { issue, secrets, asked } = world();
    const [first, last] = [await issue('pt_0'), await issue('pt_5000')];
    await secrets.decrypt('pt_0', first.ciphertext);
    for (let n = 1; n < 5_000; n += 1) await secrets.decrypt(`pt_${n}`, (await issue(`pt_${n}`)).ciphertext);
    const before = asked();
    await secrets.decrypt('pt_0', first.ciphertext);
    expect(asked()).toBe(before);
    await secrets.decrypt('pt_5000', last.ciphertext);
    await secrets.decrypt('pt_0', first.ciphertext);
    expect(asked()).toBe(before + 2);
  });
});
