import * as z from 'zod/mini';
import { maskPhoneNumber, SHOWN_DIGITS } from '../../../shared/domain/calls/phone-number.ts';

/** Matches a text with more digits than a masked number shows. */
const MASKABLE = new RegExp(String.raw`(\d\D*){${SHOWN_DIGITS + 1}}`);

/** Masks the target of a transfer, unless the target is the name of a person or a department. */
const numberOrName = (given: string) => (MASKABLE.test(given) ? maskPhoneNumber(given) : given);

/** The content is present only if the page has requested it and the call is still stored. */
export const shownCall = z.object({
  state: z.string(),
  startedAt: z.string(),
  endedAt: z.nullish(z.string()),
  durationSecs: z.nullish(z.number()),
  callType: z.nullish(z.string()),
  resolution: z.nullish(z.string()),
  title: z.nullish(z.string()),
  summary: z.optional(z.string()),
  topics: z.optional(z.array(z.string())),
  sentiment: z.nullish(z.string()),
  callerNumber: z.nullish(z.string()),
  transferTo: z.nullish(z.pipe(z.string(), z.transform(numberOrName))),
});
/** The result of the deletion of one call, or of many calls. */
export const deletedCall = z.union([
  z.object({ callId: z.string(), deleted: z.boolean() }),
  z.object({ matched: z.number(), deleted: z.number() }),
]);
export const rejectedCall = z.object({
  at: z.string(),
  callId: z.nullable(z.string()),
  tenantId: z.nullable(z.string()),
  way: z.enum(['invoked', 'queued']),
  reason: z.string(),
});

const shownLogLine = z.object({
  timestamp: z.string(),
  level: z.string(),
  service: z.string(),
  message: z.string(),
  lane: z.optional(z.string()),
  attempt: z.optional(z.number()),
  status: z.optional(z.string()),
  outcome: z.optional(z.string()),
  durationMs: z.optional(z.number()),
  reason: z.optional(z.string()),
  skipReason: z.optional(z.string()),
  error: z.optional(z.object({ name: z.string(), message: z.string() })),
});
/** A line of the log. A line that is not JSON, or does not match `shownLogLine`, is shown as text. */
export const logLine = z.union([shownLogLine, z.object({ unreadable: z.string() })]);
export type LogLine = z.infer<typeof logLine>;
