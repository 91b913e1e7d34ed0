/** A receiver on Fastify. Run it: WEBHOOK_SECRET=whsec_… node fastify.ts */
import Fastify from 'fastify';
import { type CallCompletedEvent, verifyWebhook, WebhookVerificationError } from 'partner-lines-webhooks';

/** One signing secret. While you rotate it: the old and the new secret, separated by a comma. */
const secrets = process.env['WEBHOOK_SECRET']?.split(/\s*,\s*/);

/** Replace this map with a table that all your instances share. Give the table a unique key on callId. */
const stored = new Map<string, CallCompletedEvent>();

const app = Fastify();

// This is a separate plugin, so that only its routes get the raw bytes. If a body is parsed and serialized again, its
// bytes can differ from the bytes that were signed.
app.register((hooks, _options, done) => {
  hooks.removeAllContentTypeParsers();
  hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  hooks.post<{ Body: Buffer | undefined }>('/hook', async (request, reply) => {
    try {
      // Fastify leaves request.body undefined if there is no body.
      const event = verifyWebhook(request.body ?? '', request.headers['x-service-signature'], secrets);
      if (event.event === 'unknown') {
        // An event that is newer than this receiver. Accept it: after a 400, the service gives it up.
        console.log(`Ignored the event ${event.name}`);
        return await reply.code(204).send();
      }
      const isNew = await store(event);
      // The call is stored, so respond now: after 10 seconds without a response, the attempt fails.
      await reply.code(204).send();
      if (isNew) work(event).catch(console.error);
    } catch (error) {
      console.error(error instanceof WebhookVerificationError ? `${error.code}: ${error.message}` : error);
      // The service retries after a 5xx, but not after a 400. The error says which status to use.
      await reply.code(error instanceof WebhookVerificationError ? error.httpStatus : 500).send();
    }
  });
  done();
});

// Your other routes still get parsed JSON.
app.post('/other', async (request) => ({ parsed: request.body }));

await app.listen({ port: Number(process.env['PORT'] ?? 9100), host: '127.0.0.1' });

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
