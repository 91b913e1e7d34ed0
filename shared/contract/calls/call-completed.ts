import * as z from 'zod/mini';
import { dateTime } from '../date-time.ts';
import { RESOLUTIONS, SUMMARY_LIMIT_BYTES } from './calls.ts';

/** The only type of event that is sent to webhooks. */
export const CALL_COMPLETED = 'call.completed';

/** Body of the webhook request. The fields are sent in this order. */
export const callCompleted = z.object({
  event: z.literal(CALL_COMPLETED),
  /** The line of the call. A partner has one webhook for all lines, so receivers route events by this field. */
  tenantId: z.string(),
  /** The id of the call, as in the list of calls. Receivers use it to recognize duplicates. */
  callId: z.string(),
  occurredAt: dateTime,
  summary: z.string(),
  resolution: z.nullable(z.enum(RESOLUTIONS)),
  /** Whether a recording is expected to exist. The API does not provide recordings. */
  recordingAvailable: z.boolean(),
});
export type CallCompleted = z.infer<typeof callCompleted>;

/** The largest body of an event, in KiB. JSON may write each byte of the summary as six bytes. */
export const MAX_EVENT_KIB = (6 * SUMMARY_LIMIT_BYTES) / 1024 + 16;
