import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { API_PREFIX, NONCE_DIGITS, PROOF_PATH, proofText } from '../protocol/paths-and-names.ts';

/** The length of the token: 256 bits, so that nobody can guess it. */
const TOKEN_BYTES = 32;

/** The length of the token as text, in base64url. */
export const TOKEN_CHARACTERS = Math.ceil((8 * TOKEN_BYTES) / 6);

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/**
 * Every request of the API needs the token, except the request for a proof that the server knows the token. The pages
 * and their files need no token, because they contain no data.
 */
export const needsToken = (path: string): boolean => path.startsWith(API_PREFIX) && path !== PROOF_PATH;

/**
 * Reports whether the given value is the token. The comparison takes constant time, so that response times do not
 * reveal the token.
 */
export function isToken(token: string, given: unknown): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(token));
}

const NONCE = new RegExp(`^[0-9a-f]{${NONCE_DIGITS}}$`);

/** Proves to a page that the server knows the token. Returns undefined for a malformed nonce. */
export function proofOf(token: string, nonce: string | null): string | undefined {
  if (nonce === null || !NONCE.test(nonce)) return undefined;
  return createHmac('sha256', token).update(proofText(nonce)).digest('hex');
}
