import { createHmac } from 'node:crypto';
import { eventHeaders, STANDARD_HEADERS } from '../../contract/calls/event-headers.ts';
import { type SigningKey, signatureHeader, unixSeconds } from './signature.ts';

/**
 * Returns the headers of Standard Webhooks 1.0 for a delivery. The HMAC covers `<id>.<timestamp>.<body>`, with the body
 * exactly as it is sent.
 */
export function standardHeaders({ fromBase64 }: SigningKey, { callId, body }: SignedCall, nowMs: number) {
  const id = webhookId(callId);
  const timestamp = String(unixSeconds(nowMs));
  const digest = createHmac('sha256', fromBase64).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    [STANDARD_HEADERS.id]: id,
    [STANDARD_HEADERS.timestamp]: timestamp,
    [STANDARD_HEADERS.signature]: `v1,${digest}`,
  };
}

export interface SignedCall {
  readonly callId: string;
  readonly body: string;
}

/**
 * Encodes the dots of a `callId`: the standard forbids them, because a dot ends the identifier in the signed text. `%`
 * is encoded too, so that two calls never have the same identifier.
 */
const webhookId = (callId: string) => callId.replaceAll('%', '%25').replaceAll('.', '%2E');

/** Returns all headers of one attempt: those of the contract, then those of Standard Webhooks. */
export const deliveryHeaders = (key: SigningKey, call: SignedCall, nowMs: number) => ({
  ...eventHeaders(call.callId, signatureHeader(key, call.body, nowMs)),
  ...standardHeaders(key, call, nowMs),
});
