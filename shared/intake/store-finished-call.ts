import * as z from 'zod/mini';
import { isDoctorTestCall } from '../domain/calls/doctors-call.ts';
import {
  type FinishedCall,
  namedCall,
  type RecordCallResponse,
  recordCallInput,
} from '../domain/calls/finished-call.ts';
import { maskPhoneNumber } from '../domain/calls/phone-number.ts';
import { startedAtOf } from '../domain/calls/times.ts';
import { NO_WEBHOOK } from '../domain/deliveries/skip-reasons.ts';
import { lineIdOrUnusedId } from '../domain/ids.ts';
import { Failure, valueOrThrow } from '../domain/requests/failure.ts';
import { parseOrFailure } from '../domain/requests/parse.ts';
import { type CallRecorder, type NewCall, newCall, type Recorded } from '../store/calls/recording.ts';
import type { Way } from '../store/calls/rejected-calls.ts';
import { UNSKIPPED_WITHIN_MS } from '../store/deliveries/unskip-delivery.ts';
import { faultOf } from '../telemetry/logger.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

/** What `record-call` and `intake` need to store a finished call. */
export interface Intake extends Telemetry {
  readonly callRecorder: CallRecorder;
  readonly nowMs: () => number;
}

/**
 * Stores a finished call and its delivery, whichever way the call was handed over. A retry does not store the call
 * again, and its response has `alreadyStored: true`. Returns `refused` if a retry would not help. Throws if a retry can
 * help, for example if the result is unknown.
 */
export async function storeFinishedCall(intake: Intake, way: Way, input: unknown): Promise<RecordCallResponse> {
  const ids = readIds(input);
  try {
    const { tenantId, call } = valueOrThrow(parseOrFailure(recordCallInput, input));
    return await recordCall(intake, { tenantId: lineIdOrUnusedId(tenantId), call, ids });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    intake.logger.info('Call rejected', { ...ids, way, outcome: error.kind, reason: error.message });
    // Other requests were writing the same items, so a retry can succeed.
    if (error.kind === 'unavailable') throw error;
    if (!isDoctorTestCall(input)) await reportRejection(intake, way, ids, error.message);
    return { refused: { message: error.message } };
  }
}

const namedLine = z.object({ tenantId: z.string() });

interface Ids {
  readonly callId?: string;
  readonly tenantId?: string;
}

/** Returns the ids of the call and of its line for the log, without malformed ids. */
export function readIds(input: unknown): Ids {
  const named = namedCall.safeParse(input).data;
  const tenantId = namedLine.safeParse(input).data?.tenantId;
  return {
    ...(named && { callId: named.call.callId }),
    // Text that is not the id of a line is not logged, because it could be content of a call.
    ...(tenantId !== undefined && lineIdOrUnusedId(tenantId) === tenantId && { tenantId }),
  };
}

/**
 * Counts a refused call and stores a note for operators. If storing the note fails, only logs a warning, so that the
 * voice platform still gets its response.
 */
async function reportRejection({ logger, meter, callRecorder, nowMs }: Intake, way: Way, ids: Ids, reason: string) {
  meter.count('callsRejected');
  try {
    await callRecorder.noteRejected({ ...ids, atMs: nowMs(), way, reason });
  } catch (error) {
    logger.warn('The note about a refused call could not be stored', { ...ids, error: faultOf(error) });
  }
}

async function recordCall(
  { logger, meter, callRecorder, nowMs }: Intake,
  { tenantId, call, ids }: { readonly tenantId: string; readonly call: FinishedCall; readonly ids: Ids },
) {
  const partnerId = await callRecorder.partnerOfLineEvenIfTerminated(tenantId);
  if (partnerId === undefined) throw new Failure('forbidden', 'No line has this id');
  // The calls of a suspended partner are stored, too: `webhookOrSkipReason` skips their deliveries when they are due.
  const skipReason = (await callRecorder.isSubscribed(partnerId)) ? undefined : NO_WEBHOOK;

  const beganAtMs = nowMs();
  const recorded = await callRecorder.store(toNewCall(call, { tenantId, partnerId }), nowMs, skipReason);
  if (recorded.tenantId !== tenantId) throw new Failure('malformed', 'Another line has a call with this callId');

  const { callId, alreadyStored } = recorded;
  if (!alreadyStored) meter.count('callsRecorded');
  const isSkipped = await recheckSkip(callRecorder, partnerId, recorded, nowMs());
  if (isSkipped && !alreadyStored) meter.count('skipped');
  const durationMs = nowMs() - beganAtMs;
  const outcome = { ...(alreadyStored && { alreadyStored }), ...(isSkipped && { skipReason: NO_WEBHOOK }) };
  logger.info('Call recorded', { ...ids, ...outcome, durationMs });
  return { callId, startedAt: startedAtOf(recorded), alreadyStored };
}

/**
 * Checks again for a webhook after a call was stored as skipped, because the partner may have registered its first
 * webhook since the first check. Returns whether the delivery is now skipped for lack of a webhook.
 */
async function recheckSkip(
  callRecorder: CallRecorder,
  partnerId: string,
  { callId, storedAtMs, isSkipped }: Recorded,
  nowMs: number,
): Promise<boolean> {
  if (!isSkipped || nowMs - storedAtMs > UNSKIPPED_WITHIN_MS) return isSkipped;
  if (!(await callRecorder.isSubscribed(partnerId))) return true;
  return callRecorder.unskip(callId, nowMs);
}

/** Returns the call as it is stored: without fields that are null, and with the caller's number masked. */
function toNewCall(
  { callerNumber, endedAt, ...told }: FinishedCall,
  ids: Pick<NewCall, 'tenantId' | 'partnerId'>,
): NewCall {
  return newCall.parse({
    ...Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null)),
    ...ids,
    callerNumber: callerNumber ? maskPhoneNumber(callerNumber) : undefined,
    endedAtMs: endedAt ? Date.parse(endedAt) : undefined,
  });
}
