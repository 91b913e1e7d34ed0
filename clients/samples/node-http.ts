/** A receiver on plain Node. Run it: WEBHOOK_SECRET=whsec_… node node-http.ts */
import { createServer, type IncomingMessage } from 'node:http';
import { type CallCompletedEvent, verifyWebhook, WebhookVerificationError } from 'partner-lines-webhooks';

/** In place of this map have a table that all your instances share, with a unique key on callId. */
const stored = new Map<string, CallCompletedEvent>();

const MAX_BODY_BYTES = 1_000_000;

const server = createServer(async (request, response) => {
  try {
    const event = verifyWebhook(
      await rawBodyOf(request),
      request.headers['x-service-signature'],
      process.env['WEBHOOK_SECRET'],
    );
    const isNew = await store(event);
    // Stored: so answer now. The service waits 10 seconds, then counts the attempt as failed.
    response.writeHead(204).end();
    if (isNew) work(event).catch(console.error);
  } catch (error) {
    console.error(error instanceof WebhookVerificationError ? `${error.code}: ${error.message}` : error);
    // After a 4xx the delivery is given up, after a 5xx it is tried again: the error knows which is right.
    response.writeHead(error instanceof WebhookVerificationError ? error.httpStatus : 500).end();
  }
});
server.listen(Number(process.env['PORT'] ?? 9100), '127.0.0.1');

/** The bytes as they came. */
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
