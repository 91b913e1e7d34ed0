import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms';
import { hintOf, newSigningSecret, type SigningKey, signingKey } from '../domain/webhooks/signature.ts';
import type { Meter } from '../telemetry/metrics.ts';

/**
 * How long an environment uses a decrypted signing secret. After the right to decrypt is revoked, the secret remains
 * usable for at most this long. Suspending a partner and replacing a secret affect all later attempts, because
 * every attempt reads the partner and the encrypted secret from the table.
 */
export const SECRET_KEPT_MS = 3_600_000;

type Kms = Pick<KMSClient, 'send'>;

interface Deps {
  readonly kms: Kms;
  readonly meter: Pick<Meter, 'count'>;
  readonly nowMs: () => number;
}

/** How many secrets are cached at most. There is about one secret per partner, each of less than a kilobyte. */
const KEPT_AT_MOST = 5_000;

/** The encryption context. With it, KMS rejects a ciphertext that was copied to another partner's item. */
const contextOf = (partnerId: string) => ({ partnerId });

export type SigningSecrets = ReturnType<typeof signingSecrets>;

/**
 * Decrypts signing secrets, for the two functions that may decrypt them. Caches the secrets by partner and ciphertext.
 * A rotated secret has a new ciphertext, so the cache does not return the old secret.
 */
export function signingSecrets({ kms, meter, nowMs }: Deps) {
  const kept = new Map<string, { readonly secret: Promise<string>; readonly untilMs: number }>();

  return {
    /**
     * Returns the secret in clear text, given the base64 ciphertext of an item. Parallel requests for a secret share
     * one request to KMS. Throws an error of KMS without caching it.
     */
    decrypt(partnerId: string, ciphertext: string): Promise<string> {
      const name = `${partnerId} ${ciphertext}`;
      const known = kept.get(name);
      if (known && nowMs() < known.untilMs) return known.secret;
      const secret = decryptWithKms(kms, partnerId, ciphertext);
      kept.delete(name);
      kept.set(name, { secret, untilMs: nowMs() + SECRET_KEPT_MS });
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

async function decryptWithKms(kms: Kms, partnerId: string, ciphertext: string): Promise<string> {
  const { Plaintext } = await kms.send(
    new DecryptCommand({
      CiphertextBlob: Buffer.from(ciphertext, 'base64'),
      EncryptionContext: contextOf(partnerId),
    }),
  );
  if (!Plaintext) throw new Error('KMS returned no plaintext');
  return Buffer.from(Plaintext).toString('utf8');
}

/** How many signing keys are kept in memory at most. */
const KEYS_KEPT_AT_MOST = 1_000;

/**
 * Returns a function that makes the signing key from a stored ciphertext, and caches the key. Calls `decrypt` each
 * time, because `decrypt` decides how long a secret is used.
 */
export function signingKeyCache(decrypt: (partnerId: string, ciphertext: string) => Promise<string>) {
  const made = new Map<string, SigningKey>();
  return async (partnerId: string, ciphertext: string): Promise<SigningKey> => {
    const secret = await decrypt(partnerId, ciphertext);
    const key = made.get(secret) ?? signingKey(secret);
    if (made.size >= KEYS_KEPT_AT_MOST) made.clear();
    made.set(secret, key);
    return key;
  };
}

/**
 * Makes a signing secret for a partner. Returns the secret encrypted, as the table stores it, with its hint. Only the
 * response of PUT /v1/webhooks shows a secret in clear text. Only operators' tools make secrets, so no function may
 * encrypt.
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
