import { createHmac } from 'node:crypto';

/** What to sign an event with. */
export interface Signing {
  readonly secret: string;
  readonly now: Date;
}

/**
 * Returns the headers of Standard Webhooks, which the service sends beside its own. Their key is the base64-decoded text
 * after `whsec_`. The other header is signed with the hex-decoded text.
 */
export function standardHeaders(id: string, body: string | Uint8Array, { secret, now }: Signing) {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${digest}` };
}

/** The standard forbids dots in identifiers. */
export const webhookId = (callId: string): string => callId.replace(/%/g, '%25').replace(/\./g, '%2E');
