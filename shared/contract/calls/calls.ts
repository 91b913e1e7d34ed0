import * as z from 'zod/mini';
import { dateTime } from '../date-time.ts';
import { nextCursor, pageQuery } from '../paging.ts';

/**
 * A call can be missing from the list for up to this long after its `startedAt`. So a client must set `since` this long
 * before the time of its previous poll.
 */
export const CALLS_OVERLAP_SECONDS = 60;

/** The call types of the contract (section "Call summary"). */
export const CALL_TYPES = ['phone', 'web'] as const;
export const RESOLUTIONS = ['Resolved', 'Booked', 'Escalated'] as const;
export const SENTIMENTS = ['positive', 'neutral', 'negative'] as const;

/** The largest size of a summary in UTF-8. */
export const SUMMARY_LIMIT_BYTES = 64 * 1024;

/**
 * The range of `since`, in Unix milliseconds. A larger `since` is lowered to the maximum, the last time with 13 digits
 * (year 2286).
 */
export const SINCE_MS = { min: 0, max: 9_999_999_999_999 } as const;

const since = z.pipe(
  z.string().check(z.regex(/^\d+$/, 'must be a whole number of milliseconds')),
  z.transform((digits) => Math.min(Number(digits), SINCE_MS.max)),
);

/** Query of GET /v1/tenants/{customerId}/calls. `since` is the earliest time of storage, in Unix milliseconds. */
export const callsQuery = z.extend(pageQuery, { since: z.optional(since) });

/** A finished call, as partners see it. Contract, "Call summary". */
export const callSummary = z.object({
  callId: z.string(),
  startedAt: z.nullable(dateTime),
  title: z.exactOptional(z.nullable(z.string())),
  summary: z.nullable(z.string()),
  durationSecs: z.exactOptional(z.nullable(z.int())),
  callType: z.exactOptional(z.nullable(z.enum(CALL_TYPES))),
  /** The caller's number, masked. */
  callerNumber: z.exactOptional(z.nullable(z.string())),
  transferred: z.exactOptional(z.boolean()),
  transferTo: z.exactOptional(z.nullable(z.string())),
  resolution: z.exactOptional(z.nullable(z.enum(RESOLUTIONS))),
  sentiment: z.exactOptional(z.nullable(z.enum(SENTIMENTS))),
  topics: z.exactOptional(z.array(z.string())),
});

/** Response of GET /v1/tenants/{customerId}/calls. */
export const callPage = z.object({ calls: z.array(callSummary), nextCursor });
