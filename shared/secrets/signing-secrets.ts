import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms';
import { hintOf, newSigningSecret } from '../domain/webhooks/signing-secret.ts';
import type { Meter } from '../telemetry/metrics.ts';

type Kms = Pick<KMSClient, 'send'>;

interface Deps {
  readonly kms: Kms;
  readonly meter: Pick<Meter, 'count'>;
  readonly nowMs: () => number;
}

/** A revoked right to decrypt takes effect after this time at the latest. */
const KEPT_FOR_MS = 300_000;
/** One per partner; far more than a function serves in that time. */
const KEPT_AT_MOST = 1_000;

/** KMS refuses a ciphertext that was copied to another partner's item, because its context names the owner. */
const contextOf = (partnerId: string) => ({ partnerId });

export type SigningSecrets = ReturnType<typeof signingSecrets>;

/**
 * Signing secrets in clear, for the two functions that may decrypt. Kept in memory for a short while by partner and
 * ciphertext: a rotated secret has another ciphertext and is never confused with the old one.
 */
export function signingSecrets({ kms, meter, nowMs }: Deps) {
  const kept = new Map<string, { readonly secret: Promise<string>; readonly untilMs: number }>();

  return {
    /** The secret behind the base64 text that an item holds. Parallel callers share one request to KMS. */
    decrypt(partnerId: string, ciphertext: string): Promise<string> {
      const name = `${partnerId} ${ciphertext}`;
      const known = kept.get(name);
      if (known && nowMs() < known.untilMs) return known.secret;
      const secret = decrypted(kms, partnerId, ciphertext);
      kept.delete(name);
      kept.set(name, { secret, untilMs: nowMs() + KEPT_FOR_MS });
      secret.catch(() => {
        kept.delete(name);
        meter.count('secretUnavailable');
      });
      for (const oldest of kept.keys()) {
        if (kept.size <= KEPT_AT_MOST) break;
        kept.delete(oldest);
      }
      return secret;
    },
  };
}

async function decrypted(kms: Kms, partnerId: string, ciphertext: string): Promise<string> {
  const { Plaintext } = await kms.send(
    new DecryptCommand({
      CiphertextBlob: Buffer.from(ciphertext, 'base64'),
      EncryptionContext: contextOf(partnerId),
    }),
  );
  if (!Plaintext) throw new Error('KMS returned no plaintext');
  return Buffer.from(Plaintext).toString('utf8');
}

/**
 * Makes a secret for a partner and gives it sealed, as the table keeps it. Nobody sees it in clear here: it is handed
 * over by PUT /v1/webhooks. Only the operator's tools issue secrets, so only they may encrypt.
 */
export const issueSigningSecret =
  (kms: Kms, keyId: string) =>
  async (partnerId: string): Promise<{ ciphertext: string; hint: string }> => {
    const secret = newSigningSecret();
    const { CiphertextBlob } = await kms.send(
      new EncryptCommand({ KeyId: keyId, Plaintext: Buffer.from(secret), EncryptionContext: contextOf(partnerId) }),
    );
    if (!CiphertextBlob) throw new Error('KMS returned no ciphertext');
    return { ciphertext: Buffer.from(CiphertextBlob).toString('base64'), hint: hintOf(secret) };
  };
