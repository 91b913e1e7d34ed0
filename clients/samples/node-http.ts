/** A receiver on plain Node. Run it: WEBHOOK_SECRET=whsec_… node node-http.ts */
import { createServer, type IncomingMessage } from 'node:http';
import { type CallCompletedEvent, verifyWebhook, WebhookVerificationError } from 'partner-lines-webhooks';

/** One secret, or two separated by a comma while you change from the old one to the new one. */
const secrets = process.env['WEBHOOK_SECRET']?.split(/\s*,\s*/);

/** Replace this map with a table that all your instances share, with a unique key on callId. */
const stored = new Map<string, CallCompletedEvent>();

const MAX_BODY_BYTES = 1_000_000;

const server = createServer(async (request, response) => {
  try {
    const event = verifyWebhook(await rawBodyOf(request), request.headers['x-service-signature'], secrets);
    const isNew = await store(event);
    // The call is stored: respond now. After 10 seconds without a response the attempt has failed.
    response.writeHead(204).end();
    if (isNew) work(event).catch(console.error);
  } catch (error) {
    console.error(error instanceof WebhookVerificationError ? `${error.code}: ${error.message}` : error);
    // The service gives up after a 4xx and retries after a 5xx. The error says which is right.
    response.writeHead(error instanceof WebhookVerificationError ? error.httpStatus : 500).end();
  }
});
server.listen(Number(process.env['PORT'] ?? 9100), '127.0.0.1');

/** The bytes exactly as received. */
async function rawBodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error('The body is too large to be a delivery');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

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
