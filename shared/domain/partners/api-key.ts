import { createHash, randomBytes } from 'node:crypto';

const KEY_PREFIX = 'svc_partner_';

export interface IssuedKey {
  /** The key in clear. It is shown once and stored nowhere. */
  readonly apiKey: string;
  readonly keyHash: string;
  /** What whoami and the operator see of the key. */
  readonly keyPrefix: string;
}

/** A new key: `svc_partner_` and 64 hexadecimal characters. */
export function newApiKey(): IssuedKey {
  const apiKey = `${KEY_PREFIX}${randomBytes(32).toString('hex')}`;
  return { apiKey, keyHash: hashOfKey(apiKey), keyPrefix: apiKey.slice(0, KEY_PREFIX.length + 8) };
}

/** What the table knows a key by. 256 random bits need no salt and no slow hash. */
export const hashOfKey = (apiKey: string) => createHash('sha256').update(apiKey).digest('hex');

const KEY_FORM = /^svc_partner_[0-9a-f]{64}$/;
const NO_KEY_HASH = '0'.repeat(64);

/** What to look a presented key up by. What cannot be a key is looked up as one that nobody has, so that it costs the same. */
export const lookUpHashOf = (presented: string | undefined) =>
  presented !== undefined && KEY_FORM.test(presented) ? hashOfKey(presented) : NO_KEY_HASH;
