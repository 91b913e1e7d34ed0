import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { API_KEY_DIGITS, API_KEY_PATTERN, API_KEY_PREFIX, SHOWN_KEY_DIGITS } from '../../contract/credential-forms.ts';

export const keyState = z.enum(['active', 'revoked']);

/** Reports whether the API accepts the key. A request with a revoked key gets 401. */
export const isUsable = (key: { readonly keyState: z.infer<typeof keyState> }): boolean => key.keyState === 'active';

/**
 * Returns a new key in clear text, with its hash and its first characters. The clear text is shown once and stored
 * nowhere. Whoami and the operator tool show the first characters.
 */
export function newApiKey() {
  const apiKey = `${API_KEY_PREFIX}${randomBytes(API_KEY_DIGITS / 2).toString('hex')}`;
  return { apiKey, keyHash: hashOfKey(apiKey), keyPrefix: apiKey.slice(0, API_KEY_PREFIX.length + SHOWN_KEY_DIGITS) };
}

/** How many lower-case hexadecimal digits the stored hash of a key has. */
export const KEY_HASH_DIGITS = 64;

/** Returns the hash that is stored instead of a key. All digits of a key are random, so it needs no salt and no slow algorithm. */
export const hashOfKey = (apiKey: string) => createHash('sha256').update(apiKey).digest('hex');

const KEY_FORM = new RegExp(`^${API_KEY_PATTERN}$`);
const NO_KEY_HASH = '0'.repeat(KEY_HASH_DIGITS);

/**
 * Returns the hash to look up for a key from a request. For text that cannot be a key, returns a hash that no key has.
 * So the look-up of a malformed key takes as long as that of an unknown key.
 */
export const hashToLookUp = (presented: string | undefined) =>
  presented !== undefined && KEY_FORM.test(presented) ? hashOfKey(presented) : NO_KEY_HASH;
