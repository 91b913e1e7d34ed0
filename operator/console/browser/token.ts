import { NONCE_DIGITS, PROOF_PATH, proofText, TOKEN_IN_FRAGMENT } from '../protocol/paths-and-names.ts';

const KEY = 'partner-lines-console-token';

/**
 * Hides the token from the address and the history. Each port has its own storage, so the page of a console on another
 * port does not get the token. Returns whether the address had a token.
 */
export function moveTokenToStorage(): boolean {
  const token = new URLSearchParams(location.hash.slice(1)).get(TOKEN_IN_FRAGMENT);
  if (token === null) return false;
  localStorage.setItem(KEY, token);
  history.replaceState(null, '', location.pathname + location.search);
  return true;
}

export const storedToken = (): string => localStorage.getItem(KEY) ?? '';

/** The result of asking a server to prove that it knows the token. */
export type Proof = 'proved' | 'unproved' | 'silent';

let asked: Promise<Proof> | undefined;

/**
 * Asks the server to prove that it knows the token. Another user of the machine could take the console's port while the
 * console is down, and must not get the token. Concurrent requests share one proof.
 */
export function requestProof(): Promise<Proof> {
  asked ??= checkProof().finally(() => {
    asked = undefined;
  });
  return asked;
}

async function checkProof(): Promise<Proof> {
  const token = storedToken();
  if (token === '') return 'unproved';
  const nonce = hex(crypto.getRandomValues(new Uint8Array(NONCE_DIGITS / 2)));
  const response = await fetch(`${PROOF_PATH}?nonce=${nonce}`).catch(() => undefined);
  if (response === undefined) return 'silent';
  const body: unknown = await response.json().catch(() => undefined);
  const given = typeof body === 'object' && body !== null && 'proof' in body ? body.proof : undefined;
  return given === (await signText(token, proofText(nonce))) ? 'proved' : 'unproved';
}

async function signText(token: string, text: string): Promise<string> {
  const bytes = (words: string) => new TextEncoder().encode(words);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(token), algorithm, false, ['sign']);
  return hex(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(text))));
}

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
