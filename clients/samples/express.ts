/** A receiver on Express. Run it: WEBHOOK_SECRET=whsec_… node express.ts */
import express from 'express';
import { type CallCompletedEvent, verifyWebhook, WebhookVerificationError } from 'partner-lines-webhooks';

/** One signing secret. While you rotate it: the old and the new secret, separated by a comma. */
const secrets = process.env['WEBHOOK_SECRET']?.split(/\s*,\s*/);

/** Replace this map with a table that all your instances share. Give the table a unique key on callId. */
const stored = new Map<string, CallCompletedEvent>();

const app = express();

// Take the raw bytes on this route, before express.json(): if a body is parsed and serialized again, its bytes can
// differ from the bytes that were signed. The default limit of 100 kB may be too small for a long summary.
app.post('/hook', express.raw({ type: () => true, limit: '1mb' }), async (request, response) => {
  try {
    // Express leaves request.body undefined if there is no body.
    const event = verifyWebhook(request.body ?? '', request.headers['x-service-signature'], secrets);
    if (event.event === 'unknown') {
      // An event that is newer than this receiver. Accept it: after a 400, the service gives it up.
      console.log(`Ignored the event ${event.name}`);
      response.sendStatus(204);
      return;
    }
    const isNew = await store(event);
    // The call is stored, so respond now: after 10 seconds without a response, the attempt fails.
    response.sendStatus(204);
    if (isNew) work(event).catch(console.error);
  } catch (error) {
    console.error(error instanceof WebhookVerificationError ? `${error.code}: ${error.message}` : error);
    // The service retries after a 5xx, but not after a 400. The error says which status to use.
    response.sendStatus(error instanceof WebhookVerificationError ? error.httpStatus : 500);
  }
});

// The JSON parser is for your other routes.
app.use(express.json());
app.post('/other', (request, response) => {
  response.json({ parsed: request.body });
});

app.listen(Number(process.env['PORT'] ?? 9100), '127.0.0.1');

/**
 * Stores a call once, because a callId may arrive twice. Returns whether the call is new. In SQL: INSERT … ON CONFLICT
 * (call_id) DO NOTHING.
 */
async function store(event: CallCompletedEvent): Promise<boolean> {
  if (stored.has(event.callId)) return false;
  stored.set(event.callId, event);
  return true;
}

/** Process the call here. If this fails, the service does not send the call again, but your table still has the call. */
async function work({ callId, tenantId, summary }: CallCompletedEvent): Promise<void> {
  console.log(`Call ${callId} of line ${tenantId}: ${summary}`);
}
