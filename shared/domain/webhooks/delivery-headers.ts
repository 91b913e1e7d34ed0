import { eventHeaders } from '../../contract/calls/call-completed.ts';
import { type SigningKey, signatureHeader } from './signature.ts';
import { type SignedCall, standardHeaders } from './standard-webhooks.ts';

/** Returns all headers of one attempt: those of the contract, then those of Standard Webhooks. */
export const deliveryHeaders = (key: SigningKey, call: SignedCall, nowMs: number) => ({
  ...eventHeaders(call.callId, signatureHeader(key, call.body, nowMs)),
  ...standardHeaders(key, call, nowMs),
});
