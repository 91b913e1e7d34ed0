/** A receiver on Express. Run it: WEBHOOK_SECRET=whsec_… node express.ts */
import express from 'express';
import { type CallCompletedEvent, verifyWebhook, WebhookVerificationError } from 'partner-lines-webhooks';

/** One secret, or two separated by a comma while you change from the old one to the new one. */
const secrets = process.env['WEBHOOK_SECRET']?.split(/\s*,\s*/);

/** Replace this map with a table that all your instances share, with a unique key on callId. */
const stored = new Map<string, CallCompletedEvent>();

const app = express();

// Take the raw bytes on this route, before express.json(): a body that was parsed and serialized again has different
// bytes from those that were signed. The default limit of 100 kB may be too small for a summary of 64 KiB.
app.post('/hook', express.raw({ type: () => true, limit: '1mb' }), async (request, response) => {
  try {
    const event = verifyWebhook(request.body, request.headers['x-service-signature'], secrets);
    const isNew = await store(event);
    // The call is stored: respond now. After 10 seconds without a response the attempt has failed.
    response.sendStatus(204);
    if (isNew) work(event).catch(console.error);
  } catch (error) {
    console.error(error instanceof WebhookVerificationError ? `${error.code}: ${error.message}` : error);
    // The service gives up after a 4xx and retries after a 5xx. The error says which is right.
    response.sendStatus(error instanceof WebhookVerificationError ? error.httpStatus : 500);
  }
});

// For your other routes.
app.use(express.json());
app.post('/other', (request, response) => {
  response.json({ parsed: request.body });
});

app.listen(Number(process.env['PORT'] ?? 9100), '127.0.0.1');

/** Returns whether the call is new: a callId may arrive twice. In SQL: INSERT … ON CONFLICT (call_id) DO NOTHING. */
async function store(event: CallCompletedEvent): Promise<boolean> {
  if (stored.has(event.callId)) return false;
  stored.set(event.callId, event);
  return true;
}

/** Your work. The service does not retry it when it fails: the stored row says what is left to do. */
async function work({ callId, tenantId, summary }: CallCompletedEvent): Promise<void> {
  console.log(`Call ${callId} of line ${tenantId}: ${summary}`);
}
