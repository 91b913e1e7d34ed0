import { CALL_COMPLETED } from './call-completed.ts';

/** Header names of the webhook request, spelled as in the contract, because some receivers match the case. */
export const EVENT_HEADERS = {
  event: 'X-Service-Event',
  /** Value: the `callId`. It is the same in every retry. */
  delivery: 'X-Service-Delivery',
  /** Value: `t=<unix seconds>,v1=<hex HMAC-SHA256>`. */
  signature: 'X-Service-Signature',
} as const;

/**
 * Header names of Standard Webhooks 1.0. They are sent beside the contract's headers, so that partners can verify events
 * with the libraries of that standard.
 */
export const STANDARD_HEADERS = {
  /** Value: the `callId`, with `%` and `.` percent-encoded. It is the same in every retry. */
  id: 'webhook-id',
  /** Value: Unix seconds, the same time as `t` in `X-Service-Signature`. */
  timestamp: 'webhook-timestamp',
  /** Value: `v1,<base64 HMAC-SHA256>`. */
  signature: 'webhook-signature',
} as const;

/**
 * The `User-Agent` of deliveries: product and version (RFC 9110, 10.1.5). Partners use this text in firewall rules, so
 * we announce a change of the text like a change of the contract.
 */
export const USER_AGENT = 'PartnerLines-Webhooks/1';

/**
 * Returns the contract's headers of a webhook request. `User-Agent` and `Accept` are included because common firewalls
 * and CDNs return 403 to requests that lack these headers, and a 403 ends the delivery.
 */
export const eventHeaders = (callId: string, signature: string) => ({
  'User-Agent': USER_AGENT,
  Accept: '*/*',
  'Content-Type': 'application/json',
  [EVENT_HEADERS.event]: CALL_COMPLETED,
  [EVENT_HEADERS.delivery]: callId,
  [EVENT_HEADERS.signature]: signature,
});
