import * as z from 'zod/mini';
import { CALL_TYPES, RESOLUTIONS, SENTIMENTS } from '../../contract/calls/calls.ts';
import { TABLE } from '../../names/table.ts';

/**
 * The stored shape of a finished call. Only its expiry may change, because each attempt builds the event from the
 * stored call.
 */
export const callItem = z.object({
  callId: z.string(),
  tenantId: z.string(),
  partnerId: z.string(),
  /** When the summary was stored. The calls list is sorted by this time. */
  storedAtMs: z.int(),
  endedAtMs: z.optional(z.int()),
  title: z.optional(z.string()),
  summary: z.string(),
  durationSecs: z.optional(z.int()),
  callType: z.optional(z.enum(CALL_TYPES)),
  /** The caller's number, already masked. The whole number is never in the table. */
  callerNumber: z.optional(z.string()),
  transferred: z.optional(z.boolean()),
  transferTo: z.optional(z.string()),
  resolution: z.optional(z.enum(RESOLUTIONS)),
  sentiment: z.optional(z.enum(SENTIMENTS)),
  topics: z.optional(z.array(z.string())),
  /** The expiry of the call, in Unix seconds. Without this field, the call is kept for ever. */
  [TABLE.ttlAttribute]: z.optional(z.int()),
});
export type CallItem = z.infer<typeof callItem>;
