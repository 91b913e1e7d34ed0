import { CALL_COMPLETED, type CallCompleted } from '../../contract/calls/call-completed.ts';
import { occurredAtOf } from './times.ts';

interface FinishedCallFacts {
  readonly tenantId: string;
  readonly callId: string;
  readonly storedAtMs: number;
  readonly endedAtMs?: number | undefined;
  readonly summary: string;
  readonly resolution?: CallCompleted['resolution'] | undefined;
  readonly callType?: string | undefined;
}

/**
 * Returns the exact text of an event, in version 1, as it is signed and sent. The text depends only on the stored call,
 * so every attempt sends the same bytes. To change the text, add a function for a new version, because recorded
 * deliveries keep their version.
 */
export function callCompletedBody(call: FinishedCallFacts): string {
  const event: CallCompleted = {
    event: CALL_COMPLETED,
    tenantId: call.tenantId,
    callId: call.callId,
    occurredAt: occurredAtOf(call),
    summary: call.summary,
    resolution: call.resolution ?? null,
    recordingAvailable: call.callType === 'phone',
  };
  return JSON.stringify(event);
}
