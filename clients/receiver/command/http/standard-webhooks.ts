import { createHmac } from 'node:crypto';
import { SIGNING_SECRET_PREFIX, STANDARD_HEADERS } from '../../src/service-rules.ts';

export interface Signing {
  readonly secret: string;
  readonly now: Date;
}

/**
 * Returns the headers of Standard Webhooks, like `standardHeaders` in `shared/domain/webhooks/standard-webhooks.ts`.
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

/** Returns the value of `webhook-id`, like `webhookId` in `shared/domain/webhooks/standard-webhooks.ts`. */
export const webhookId = (callId: string): string => callId.replace(/%/g, '%25').replace(/\./g, '%2E');
