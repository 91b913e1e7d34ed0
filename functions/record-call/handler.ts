import {
  type FinishedCall,
  namedCall,
  type RecordCallResponse,
  recordCallInput,
} from '../../shared/domain/calls/finished-call.ts';
import { maskPhoneNumber } from '../../shared/domain/calls/phone-number.ts';
import { knownLineId } from '../../shared/domain/ids.ts';
import { accepted, Failure } from '../../shared/domain/requests/failure.ts';
import { parse } from '../../shared/domain/requests/parse.ts';
import { type CallRecordings, type NewCall, newCall, type Recorded } from '../../shared/store/calls/recording.ts';
import type { Telemetry } from '../../shared/telemetry/telemetry.ts';

const NO_WEBHOOK = 'no webhook';
/** The voice platform sends a call again within this time after a lost response. What is older stays as it is. */
const RETRIED_WITHIN_MS = 15 * 60_000;

interface Deps extends Telemetry {
  readonly recordings: CallRecordings;
  readonly nowMs: () => number;
}

/**
 * Stores a finished call and its delivery. A retry is safe: the same call is stored once and gets the same response.
 */
export const createHandler =
  (deps: Deps) =>
  async (event: unknown): Promise<RecordCallResponse> => {
    nameCall(deps, event);
    try {
      const { tenantId, call } = accepted(parse(recordCallInput, event));
      const lineId = knownLineId(tenantId);
      deps.logger.appendKeys({ tenantId: lineId });
      return await record(deps, lineId, call);
    } catch (error) {
      // `unavailable` means only that other requests were writing the same items. The voice platform should retry, so
      // this failure is thrown as an error.
      if (!(error instanceof Failure)) throw error;
      deps.logger.info('Call rejected', { outcome: error.kind, reason: error.message });
      if (error.kind === 'unavailable') throw error;
      deps.meter.count('callsRejected');
      return { refused: { message: error.message } };
    }
  };

/** Puts the call's id into every log line of the invocation, also if the input is then rejected. */
function nameCall({ logger }: Deps, event: unknown): void {
  const named = namedCall.safeParse(event);
  if (named.success) logger.appendKeys({ callId: named.data.call.callId });
}

async function record({ logger, meter, recordings, nowMs }: Deps, tenantId: string, call: FinishedCall) {
  const partnerId = await recordings.partnerOf(tenantId);
  if (partnerId === undefined) throw new Failure('forbidden', 'No line has this id');
  const skipReason = (await recordings.isSubscribed(partnerId)) ? undefined : NO_WEBHOOK;

  const beganAtMs = nowMs();
  const recorded = await recordings.store(asKept(call, { tenantId, partnerId }), nowMs, skipReason);
  if (recorded.tenantId !== tenantId) throw new Failure('malformed', 'Another line has a call with this callId');

  const { callId, storedAtMs, alreadyStored } = recorded;
  if (!alreadyStored) meter.count('callsRecorded');
  const isSkipped = await staysSkipped(recordings, partnerId, recorded, nowMs());
  if (isSkipped && !alreadyStored) meter.count('skipped');
  const durationMs = nowMs() - beganAtMs;
  const outcome = { ...(alreadyStored && { alreadyStored }), ...(isSkipped && { skipReason: NO_WEBHOOK }) };
  logger.info('Call recorded', { ...outcome, durationMs });
  return { callId, startedAt: new Date(storedAtMs).toISOString(), alreadyStored };
}

/**
 * Looks again for a webhook after a call was stored as skipped, because the partner may have registered its first
 * webhook since the first look. A condition on the webhook in the transaction would make it a hot item. Returns whether
 * the delivery stays skipped.
 */
async function staysSkipped(
  recordings: CallRecordings,
  partnerId: string,
  { callId, storedAtMs, isSkipped }: Recorded,
  nowMs: number,
): Promise<boolean> {
  if (!isSkipped || nowMs - storedAtMs > RETRIED_WITHIN_MS) return isSkipped;
  if (!(await recordings.isSubscribed(partnerId))) return true;
  return !(await recordings.unskip(callId, nowMs));
}

/** Returns the call as it is stored: without fields that are null, and with the caller's number masked. */
function asKept(
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
