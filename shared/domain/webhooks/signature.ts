import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

const SECRET = /^whsec_((?:[0-9a-f]{2})+)$/;

/**
 * Returns the raw key of a signing secret. Throws if the secret is not `whsec_` and hex. Make the key once per secret:
 * signing with the secret as text costs five times as much.
 */
export function signingKey(secret: string): KeyObject {
  const hex = SECRET.exec(secret)?.[1];
  if (hex === undefined) throw new Error('A signing secret is not of the form whsec_<hex>');
  return createSecretKey(hex, 'hex');
}

/**
 * Returns the X-Service-Signature header. The HMAC covers `<t>.<body>`, with the body exactly as it is sent. `t` is the
 * time of this attempt, because receivers reject a signature that is five minutes old. Contract, "Signature
 * verification".
 */
export function signatureHeader(key: KeyObject, body: string, nowMs: number): string {
  const unixSeconds = Math.floor(nowMs / 1000);
  const digest = createHmac('sha256', key).update(`${unixSeconds}.${body}`).digest('hex');
  return `t=${unixSeconds},v1=${digest}`;
}
