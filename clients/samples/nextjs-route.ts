/** A receiver as a Next.js route handler: app/api/hook/route.ts. Set WEBHOOK_SECRET in the environment. */
import { type CallCompletedEvent, verifyWebhook, WebhookVerificationError } from 'partner-lines-webhooks';

/** In place of this map have a table that all your instances share, with a unique key on callId. */
const stored = new Map<string, CallCompletedEvent>();

/** The verifier uses node:crypto, which the edge runtime has not. */
export const runtime = 'nodejs';

export async function POST(request: Request): Promise<Response> {
  try {
    // The raw bytes: not request.json().
    const rawBody = await request.arrayBuffer();
    const event = verifyWebhook(rawBody, request.headers.get('x-service-signature'), process.env['WEBHOOK_SECRET']);
    // Store, then answer: the service waits 10 seconds, then counts the attempt as failed. The work comes later, because
    // the function may be stopped once it has answered.
    await store(event);
    return new Response(null, { status: 204 });
  } catch (error) {
    console.error(error instanceof WebhookVerificationError ? `${error.code}: ${error.message}` : error);
    // After a 4xx the delivery is given up, after a 5xx it is tried again: the error knows which is right.
    return new Response(null, { status: error instanceof WebhookVerificationError ? error.httpStatus : 500 });
  }
}

/**
 * Keeps a call once: the same callId may arrive more than once. In SQL:
 * INSERT … ON CONFLICT (call_id) DO NOTHING. A job of yours works through the table.
 */
async function store(event: CallCompletedEvent): Promise<void> {
  if (stored.has(event.callId)) return;
  stored.set(event.callId, event);
  console.log(`Call ${event.callId} of line ${event.tenantId}: ${event.summary}`);
}
