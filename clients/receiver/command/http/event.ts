import type { CallCompletedEvent } from '../../src/event.ts';
import { CALL_COMPLETED, EVENT_HEADERS, USER_AGENT } from '../../src/service-rules.ts';
import { signWebhook } from '../../src/sign-webhook.ts';
import { type Signing, standardHeaders, webhookId } from './standard-webhooks.ts';

/**
 * Returns the body of an event, with the fields and their order from `callCompletedBody` in
 * `shared/domain/calls/call-completed.ts`.
 */
export const eventBody = (event: Omit<CallCompletedEvent, 'event'>): string =>
  JSON.stringify({
    event: CALL_COMPLETED,
    tenantId: event.tenantId,
    callId: event.callId,
    occurredAt: event.occurredAt,
    summary: event.summary,
    resolution: event.resolution,
    recordingAvailable: event.recordingAvailable,
  });

/** Returns the headers of an event, like `deliveryHeaders` in `shared/domain/webhooks/standard-webhooks.ts`. */
export const eventHeaders = (callId: string, body: string, { secret, now }: Signing) => ({
  'User-Agent': USER_AGENT,
  Accept: '*/*',
  'Content-Type': 'application/json',
  [EVENT_HEADERS.event]: CALL_COMPLETED,
  [EVENT_HEADERS.delivery]: callId,
  [EVENT_HEADERS.signature]: signWebhook(body, secret, { now }),
  ...standardHeaders(webhookId(callId), body, { secret, now }),
});
