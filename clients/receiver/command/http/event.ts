import type { CallCompletedEvent } from '../../src/event.ts';
import { CALL_COMPLETED, EVENT_HEADERS, USER_AGENT } from '../../src/service-rules.ts';
import { signWebhook } from '../../src/sign-webhook.ts';
import { type Signing, standardHeaders, webhookId } from './standard-webhooks.ts';

/** Returns the body exactly as the service sends it: these fields in this order, without white space between them. */
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

export const eventHeaders = (callId: string, body: string, { secret, now }: Signing) => ({
  'User-Agent': USER_AGENT,
  Accept: '*/*',
  'Content-Type': 'application/json',
  [EVENT_HEADERS.event]: CALL_COMPLETED,
  [EVENT_HEADERS.delivery]: callId,
  [EVENT_HEADERS.signature]: signWebhook(body, secret, { now }),
  ...standardHeaders(webhookId(callId), body, { secret, now }),
});
