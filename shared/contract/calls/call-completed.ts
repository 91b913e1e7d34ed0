import * as z from 'zod/mini';
import { RESOLUTIONS, SUMMARY_LIMIT_BYTES } from './calls.ts';

/** The only type of event that is sent to webhooks. */
export const CALL_COMPLETED = 'call.completed';

/** Body of the webhook request. The fields are sent in this order. */
export const callCompleted = z.object({
  event: z.literal(CALL_COMPLETED),
  /** The line of the call. A partner has one webhook for all lines, so receivers route events by this field. */
  tenantId: z.string(),
  /** The id of the call, as in the list of calls. Receivers use it to recognise duplicates. */
  callId: z.string(),
  /** The end of the call or, if that is not known, the time at which the call was stored. */
  occurredAt: z.iso.datetime({ precision: 3 }),
  summary: z.string(),
  resolution: z.nullable(z.enum(RESOLUTIONS)),
  /** Whether a recording is expected to exist. The API does not provide recordings. */
  recordingAvailable: z.boolean(),
});
export type CallCompleted = z.infer<typeof callCompleted>;

/** The largest body of an event, in KiB. JSON may write each byte of the summary as six bytes. */
export const MAX_EVENT_KIB = (6 * SUMMARY_LIMIT_BYTES) / 1024 + 16;

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
