import { type SigningKey, signingKey } from '../../domain/webhooks/signature.ts';

/** The most signing keys to keep in memory. An environment serves far fewer partners while it keeps their secrets. */
const KEPT_AT_MOST = 1_000;

/**
 * Returns a function that makes the signing key from a stored ciphertext, and keeps the key of each secret. Uses
 * `decrypt` for every request, because `decrypt` decides how long a secret is kept.
 */
export function signingKeys(decrypt: (partnerId: string, ciphertext: string) => Promise<string>) {
  const made = new Map<string, SigningKey>();
  return async (partnerId: string, ciphertext: string): Promise<SigningKey> => {
    const secret = await decrypt(partnerId, ciphertext);
    const key = made.get(secret) ?? signingKey(secret);
    if (made.size >= KEPT_AT_MOST) made.clear();
    made.set(secret, key);
    return key;
  };
}
