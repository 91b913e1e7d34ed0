/** A receiver as a Next.js route handler: app/api/hook/route.ts. Set WEBHOOK_SECRET in the environment. */
import { type CallCompletedEvent, verifyWebhook, WebhookVerificationError } from 'partner-lines-webhooks';

/** One secret, or two separated by a comma while you change from the old one to the new one. */
const secrets = process.env['WEBHOOK_SECRET']?.split(/\s*,\s*/);

/** Replace this map with a table that all your instances share, with a unique key on callId. */
const stored = new Map<string, CallCompletedEvent>();

/** The verifier uses node:crypto, which the edge runtime does not have. */
export const runtime = 'nodejs';

export async function POST(request: Request): Promise<Response> {
  try {
    // Take the raw bytes, not request.json().
    const rawBody = await request.arrayBuffer();
    const event = verifyWebhook(rawBody, request.headers.get('x-service-signature'), secrets);
    // Store, then respond: after 10 seconds without a response the attempt has failed. Do the work elsewhere, because
    // the platform may stop the function once it has responded.
    await store(event);
    return new Response(null, { status: 204 });
  } catch (error) {
    console.error(error instanceof WebhookVerificationError ? `${error.code}: ${error.message}` : error);
    // The service gives up after a 4xx and retries after a 5xx. The error says which is right.
    return new Response(null, { status: error instanceof WebhookVerificationError ? error.httpStatus : 500 });
  }
}

/**
 * Stores a call once, since a callId may arrive twice. In SQL: INSERT … ON CONFLICT (call_id) DO NOTHING.
 * A job of yours works through the table.
 */
async function store(event: CallCompletedEvent): Promise<void> {
  if (stored.has(event.callId)) return;
  stored.set(event.callId, event);
  console.log(`Call ${event.callId} of line ${event.tenantId}: ${event.summary}`);
}
