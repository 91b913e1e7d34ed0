import { createHmac } from 'node:crypto';
import { SIGNING_SECRET_PREFIX, STANDARD_HEADERS } from '../../src/service-rules.ts';

export interface Signing {
  readonly secret: string;
  readonly now: Date;
}

/**
 * Returns the headers of Standard Webhooks, which the service sends beside its own headers. For these headers, the key
 * is the text after `whsec_`, decoded as base64. For X-Service-Signature, the same text is decoded as hex.
 */
export function standardHeaders(id: string, body: string | Uint8Array, { secret, now }: Signing) {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const key = Buffer.from(secret.slice(SIGNING_SECRET_PREFIX.length), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return {
    [STANDARD_HEADERS.id]: id,
    [STANDARD_HEADERS.timestamp]: timestamp,
    [STANDARD_HEADERS.signature]: `v1,${digest}`,
  };
}

/** Escapes dots, which Standard Webhooks forbids in an identifier, and `%`, so that identifiers stay unique. */
export const webhookId = (callId: string): string => callId.replace(/%/g, '%25').replace(/\./g, '%2E');
