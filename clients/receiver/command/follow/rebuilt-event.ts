import type { Call } from '../../../typescript/src/index.ts';
import { eventBody, eventHeaders } from '../http/event.ts';
import type { Post } from '../http/exchange.ts';

/** Marks an event that was rebuilt from the list of calls. The service never sends this header. */
export const REBUILT_HEADER = 'X-Service-Rebuilt';

interface Target {
  readonly tenantId: string;
  readonly url: URL;
  readonly secret: string;
}

/**
 * Returns the event of a call, signed at `now` and marked as rebuilt. `occurredAt` can differ from the service's event:
 * the list of calls says when the summary was stored, not when the call ended.
 */
export function rebuiltEvent(call: Call, { tenantId, url, secret }: Target, now: Date): Post {
  const body = eventBody({
    tenantId,
    callId: call.callId,
    occurredAt: call.startedAt ?? now.toISOString(),
    summary: call.summary ?? '',
    resolution: call.resolution ?? null,
    // `callCompletedBody` in `shared/domain/calls/call-completed.ts` has the same rule.
    recordingAvailable: call.callType === 'phone',
  });
  const headers = eventHeaders(call.callId, body, { secret, now });
  return { url, headers: { ...headers, [REBUILT_HEADER]: 'true' }, body: Buffer.from(body) };
}
