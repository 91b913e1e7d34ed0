/** A receiver on plain Node. Run it: WEBHOOK_SECRET=whsec_… node node-http.ts */
import { createServer, type IncomingMessage } from 'node:http';
import { type CallCompletedEvent, verifyWebhook, WebhookVerificationError } from 'partner-lines-webhooks';

/** One signing secret. While you rotate it: the old and the new secret, separated by a comma. */
const secrets = process.env['WEBHOOK_SECRET']?.split(/\s*,\s*/);

/** Replace this map with a table that all your instances share. Give the table a unique key on callId. */
const stored = new Map<string, CallCompletedEvent>();

const MAX_BODY_BYTES = 1_000_000;

const server = createServer(async (request, response) => {
  try {
    const event = verifyWebhook(await rawBodyOf(request), request.headers['x-service-signature'], secrets);
    if (event.event === 'unknown') {
      // An event that is newer than this receiver. Accept it: after a 400, the service gives it up.
      console.log(`Ignored the event ${event.name}`);
      response.writeHead(204).end();
      return;
    }
    const isNew = await store(event);
    // The call is stored, so respond now: after 10 seconds without a response, the attempt fails.
    response.writeHead(204).end();
    if (isNew) work(event).catch(console.error);
  } catch (error) {
    console.error(error instanceof WebhookVerificationError ? `${error.code}: ${error.message}` : error);
    // The service retries after a 5xx, but not after a 400. The error says which status to use.
    response.writeHead(error instanceof WebhookVerificationError ? error.httpStatus : 500).end();
  }
});
server.listen(Number(process.env['PORT'] ?? 9100), '127.0.0.1');

/** The body exactly as received. */
async function rawBodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error('The body is too large for a delivery');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

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
