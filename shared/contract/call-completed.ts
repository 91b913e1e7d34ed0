import * as z from 'zod/mini';
import { RESOLUTIONS } from './call-terms.ts';

/** The one event type. */
export const CALL_COMPLETED = 'call.completed';

/** Body of the outbound POST. The order of the fields is the order on the wire. */
export const callCompleted = z.object({
  event: z.literal(CALL_COMPLETED),
  /** The line; there is one webhook per partner, so this routes the event. */
  tenantId: z.string(),
  /** Same as in the calls list; the receiver de-duplicates by it. */
  callId: z.string(),
  /** When the call ended. */
  occurredAt: z.iso.datetime({ precision: 3 }),
  summary: z.string(),
  resolution: z.nullable(z.enum(RESOLUTIONS)),
  /** Whether a recording is expected to exist. None is available through the API. */
  recordingAvailable: z.boolean(),
});
export type CallCompleted = z.infer<typeof callCompleted>;

/** Headers of the outbound POST, spelt as in the contract: not every receiver looks them up in any case. */
export const EVENT_HEADERS = {
  event: 'X-Service-Event',
  /** Equal to callId, unchanged over retries. */
  delivery: 'X-Service-Delivery',
  /** `t=<unix seconds>,v1=<hex HMAC-SHA256>` */
  signature: 'X-Service-Signature',
} as const;

/**
 * Product and version of what sends deliveries (RFC 9110, 10.1.5). Partners name it in the rules of their firewalls, so a
 * change of it needs the same notice as a change of the contract.
 */
export const USER_AGENT = 'PartnerLines-Webhooks/1';

/**
 * Every header of the outbound POST that says something about the event or its sender. `User-Agent` and `Accept` are
 * there because common edges reject a request without them with 403, which ends a delivery for good.
 */
export const eventHeaders = (callId: string, signature: string) => ({
  'User-Agent': USER_AGENT,
  Accept: '*/*',
  'Content-Type': 'application/json',
  [EVENT_HEADERS.event]: CALL_COMPLETED,
  [EVENT_HEADERS.delivery]: callId,
  [EVENT_HEADERS.signature]: signature,
});
