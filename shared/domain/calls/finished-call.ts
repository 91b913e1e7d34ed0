import * as z from 'zod/mini';
import { CALL_TYPES, RESOLUTIONS, SENTIMENTS, SUMMARY_LIMIT_BYTES } from '../../contract/calls/calls.ts';
import { dateTime } from '../../contract/date-time.ts';
import { isStorable, textOfAtMost } from '../../contract/text.ts';
import { callIdSchema } from '../ids.ts';
import { LONGEST_NUMBER } from './phone-number.ts';

const callId = callIdSchema();
const storable = z.refine<string>(isStorable, 'must be valid text without NUL');

const summary = z.string().check(
  storable,
  z.refine((text) => text.trim() !== '', 'must not be blank'),
  z.refine(
    (text) => new TextEncoder().encode(text).length <= SUMMARY_LIMIT_BYTES,
    `must be at most ${SUMMARY_LIMIT_BYTES} bytes`,
  ),
);

const shortText = (limit: number) => z.nullish(textOfAtMost(limit).check(storable));

/** The requirement for `endedAt`. ISO 8601 also allows a time without an offset, and an offset without a colon. */
const ENDED_AT_REQUIREMENT = 'must be a time with an offset, such as 2026-11-23T10:00:00Z';

/**
 * What the voice platform sends when the summary of a call is final. The service learns of a call only from this input,
 * so no event comes before the summary. A field that is null counts as absent. A field that is not in this list, such as
 * a transcript, is not stored.
 */
const finishedCall = z.object({
  callId,
  title: shortText(500),
  summary,
  durationSecs: z.nullish(z.int().check(z.nonnegative())),
  callType: z.nullish(z.enum(CALL_TYPES)),
  /** The caller's number. It is masked before it is stored. */
  callerNumber: shortText(LONGEST_NUMBER),
  transferred: z.nullish(z.boolean()),
  transferTo: shortText(200),
  resolution: z.nullish(z.enum(RESOLUTIONS)),
  sentiment: z.nullish(z.enum(SENTIMENTS)),
  topics: z.nullish(z.array(textOfAtMost(100).check(storable)).check(z.maxLength(50))),
  endedAt: z.nullish(z.iso.datetime({ offset: true, error: ENDED_AT_REQUIREMENT })),
});
export type FinishedCall = z.infer<typeof finishedCall>;

/** A call in an operator's file. A call without an id gets a new id. */
export const finishedCallInFile = z.extend(finishedCall, { callId: z.optional(callId) });

/**
 * The largest message of the queue `intake`: more than the largest valid input of record-call with every character
 * escaped, and less than SQS allows.
 */
export const MAX_QUEUED_CALL_BYTES = 512 * 1_024;

export const recordCallInput = z.object({ tenantId: z.string(), call: finishedCall });

/** Reads only the id of the call in an input of record-call. The other fields may be invalid. */
export const namedCall = z.object({ call: z.object({ callId }) });

/**
 * Response of record-call. `refused` is a response and not an error, because a retry would not help. The name `refused`
 * must not change, because the voice platform relies on it.
 */
export const recordCallResponse = z.union([
  z.object({
    callId: z.string(),
    startedAt: dateTime,
    alreadyStored: z.boolean(),
  }),
  z.object({ refused: z.object({ message: z.string() }) }),
]);
export type RecordCallResponse = z.infer<typeof recordCallResponse>;
