import { bytesOf, type RawBody } from './raw-body.ts';
import { keysOf } from './secret.ts';
import { digestOf } from './signature.ts';

/**
 * Returns an X-Service-Signature header, for tests that send requests to your own receiver. The
 * signature has the time `now`, by default the current time.
 */
export function signWebhook(
  rawBody: RawBody,
  secret: string,
  { now = new Date() }: { readonly now?: Date } = {},
): string {
  const [key = new Uint8Array()] = keysOf(secret);
  const t = String(Math.floor(now.getTime() / 1000));
  return `t=${t},v1=${Buffer.from(digestOf(key, t, bytesOf(rawBody))).toString('hex')}`;
}
