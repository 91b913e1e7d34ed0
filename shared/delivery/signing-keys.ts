import type { KeyObject } from 'node:crypto';
import { signingKey } from '../domain/webhooks/signature.ts';

/** One per partner; far more than a function serves while its secrets are kept. */
const KEPT_AT_MOST = 1_000;

/** The signing key behind a stored ciphertext; made once per secret. `decrypt` keeps what it has decrypted. */
export function signingKeys(decrypt: (partnerId: string, ciphertext: string) => Promise<string>) {
  const made = new Map<string, KeyObject>();
  return async (partnerId: string, ciphertext: string): Promise<KeyObject> => {
    const secret = await decrypt(partnerId, ciphertext);
    const key = made.get(secret) ?? signingKey(secret);
    if (made.size >= KEPT_AT_MOST) made.clear();
    made.set(secret, key);
    return key;
  };
}
