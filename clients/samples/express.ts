/** A receiver on Express. Run it: WEBHOOK_SECRET=whsec_… node express.ts */
import express from 'express';
import { type CallCompletedEvent, verifyWebhook, WebhookVerificationError } from 'partner-lines-webhooks';

/** In place of this map have a table that all your instances share, with a unique key on callId. */
const stored = new Map<string, CallCompletedEvent>();

const app = express();

// The raw bytes on this route, and before express.json(): parsed and serialized again they are other bytes than those
// that were signed. The usual limit of 100 kB may be too small: a summary has up to 64 KiB before it is written as JSON.
app.post('/hook', express.raw({ type: () => true, limit: '1mb' }), async (request, response) => {
  try {
    const event = verifyWebhook(request.body, request.headers['x-service-signature'], process.env['WEBHOOK_SECRET']);
    const isNew = await store(event);
    // Stored: so answer now. The service waits 10 seconds, then counts the attempt as failed.
    response.sendStatus(204);
    if (isNew) work(event).catch(console.error);
  } catch (error) {
    console.error(error instanceof WebhookVerificationError ? `${error.code}: ${error.message}` : error);
    // After a 4xx the delivery is given up, after a 5xx it is tried again: the error knows which is right.
    response.sendStatus(error instanceof WebhookVerificationError ? error.httpStatus : 500);
  }
});

// For your other routes.
app.use(express.json());
app.post('/other', (request, response) => {
  response.json({ parsed: request.body });
});

app.listen(Number(process.env['PORT'] ?? 9100), '127.0.0.1');

/** Whether the call is new: the same callId may arrive more than once. In SQL: INSERT … ON CONFLICT (call_id) DO NOTHING. */
async function store(event: CallCompletedEvent): Promise<boolean> {
  if (stored.has(event.callId)) return false;
  stored.set(event.callId, event);
  return true;
}

/** Yours. Whatever fails here is no longer repeated by the service: the stored row says what is still to do. */
async function work({ callId, tenantId, summary }: CallCompletedEvent): Promise<void> {
  console.log(`Call ${callId} of line ${tenantId}: ${summary}`);
}
