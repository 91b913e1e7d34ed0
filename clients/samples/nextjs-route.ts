/** A receiver as a Next.js route handler: app/api/hook/route.ts. Set the environment variable WEBHOOK_SECRET. */
import { type CallCompletedEvent, verifyWebhook, WebhookVerificationError } from 'partner-lines-webhooks';

/** One signing secret. While you rotate it: the old and the new secret, separated by a comma. */
const secrets = process.env['WEBHOOK_SECRET']?.split(/\s*,\s*/);

/** Replace this map with a table that all your instances share. Give the table a unique key on callId. */
const stored = new Map<string, CallCompletedEvent>();

/** The verifier uses node:crypto, which the edge runtime does not have. */
export const runtime = 'nodejs';

export async function POST(request: Request): Promise<Response> {
  try {
    // Take the raw bytes, not request.json().
    const rawBody = await request.arrayBuffer();
    const event = verifyWebhook(rawBody, request.headers.get('x-service-signature'), secrets);
    if (event.event === 'unknown') {
      // An event that is newer than this receiver. Accept it: after a 400, the service gives it up.
      console.log(`Ignored the event ${event.name}`);
      return new Response(null, { status: 204 });
    }
    // Store, then respond: after 10 seconds without a response, the attempt fails. Process the call elsewhere,
    // because the platform may stop this function once it has responded.
    await store(event);
    return new Response(null, { status: 204 });
  } catch (error) {
    console.error(error instanceof WebhookVerificationError ? `${error.code}: ${error.message}` : error);
    // The service retries after a 5xx, but not after a 400. The error says which status to use.
    return new Response(null, { status: error instanceof WebhookVerificationError ? error.httpStatus : 500 });
  }
}

/**
 * Stores a call once, because a callId may arrive twice. In SQL: INSERT … ON CONFLICT (call_id) DO NOTHING.
 * Let a background job process each stored call.
 */
async function store(event: CallCompletedEvent): Promise<void> {
  if (stored.has(event.callId)) return;
  stored.set(event.callId, event);
  console.log(`Call ${event.callId} of line ${event.tenantId}: ${event.summary}`);
}
