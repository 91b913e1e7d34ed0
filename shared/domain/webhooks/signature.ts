import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import {
  SECRET_HINT_CHARACTERS,
  SIGNING_SECRET_BYTES,
  SIGNING_SECRET_PATTERN,
  SIGNING_SECRET_PREFIX,
} from '../../contract/credential-forms.ts';

/** How far the time of a signature can differ from the receiver's clock before the receiver rejects the signature. */
export const REPLAY_WINDOW_MINUTES = 5;

const SECRET = new RegExp(SIGNING_SECRET_PATTERN);

/** The raw keys of a signing secret. The contract and Standard Webhooks decode the text after `whsec_` differently. */
export interface SigningKey {
  /** The key of the contract's signature: the text after `whsec_`, decoded as hex. */
  readonly fromHex: KeyObject;
  /** The key of Standard Webhooks: the text after `whsec_`, decoded as base64, as its libraries do. */
  readonly fromBase64: KeyObject;
}

/**
 * Returns the keys of a signing secret. Throws if the secret is not `whsec_` and hex. Make the keys once per secret,
 * because making them takes about as long as signing.
 */
export function signingKey(secret: string): SigningKey {
  if (!SECRET.test(secret)) throw new Error('A signing secret is not of the form whsec_<hex>');
  const text = secret.slice(SIGNING_SECRET_PREFIX.length);
  return { fromHex: createSecretKey(text, 'hex'), fromBase64: createSecretKey(text, 'base64') };
}

/**
 * Returns the X-Service-Signature header. The HMAC covers `<t>.<body>`, with the body exactly as it is sent. `t` is the
 * time of this attempt, because receivers reject an old signature. Contract, "Signature verification".
 */
export function signatureHeader({ fromHex }: SigningKey, body: string, nowMs: number): string {
  const t = unixSeconds(nowMs);
  const digest = createHmac('sha256', fromHex).update(`${t}.${body}`).digest('hex');
  return `t=${t},v1=${digest}`;
}

/** Returns a time in Unix seconds, the unit of the times in signatures. */
export const unixSeconds = (nowMs: number): number => Math.floor(nowMs / 1000);

/** Makes a new signing secret. Contract, "Authentication" 7. */
export const newSigningSecret = () => `${SIGNING_SECRET_PREFIX}${randomBytes(SIGNING_SECRET_BYTES).toString('hex')}`;

/** Returns the part of a secret that may be shown later. */
export const hintOf = (signingSecret: string) => signingSecret.slice(-SECRET_HINT_CHARACTERS);
