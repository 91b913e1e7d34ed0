/** A receiver on Fastify. Run it: WEBHOOK_SECRET=whsec_… node fastify.ts */
import Fastify from 'fastify';
import { type CallCompletedEvent, verifyWebhook, WebhookVerificationError } from 'partner-lines-webhooks';

/** In place of this map have a table that all your instances share, with a unique key on callId. */
const stored = new Map<string, CallCompletedEvent>();

const app = Fastify();

// In a plugin of its own, so that only the routes in it get the raw bytes: parsed and serialized again they are other
// bytes than those that were signed.
app.register((hooks, _options, done) => {
  hooks.removeAllContentTypeParsers();
  hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  hooks.post<{ Body: Buffer }>('/hook', async (request, reply) => {
    try {
      const event = verifyWebhook(request.body, request.headers['x-service-signature'], process.env['WEBHOOK_SECRET']);
      const isNew = await store(event);
      // Stored: so answer now. The service waits 10 seconds, then counts the attempt as failed.
      await reply.code(204).send();
      if (isNew) work(event).catch(console.error);
    } catch (error) {
      console.error(error instanceof WebhookVerificationError ? `${error.code}: ${error.message}` : error);
      // After a 4xx the delivery is given up, after a 5xx it is tried again: the error knows which is right.
      await reply.code(error instanceof WebhookVerificationError ? error.httpStatus : 500).send();
    }
  });
  done();
});

// Your other routes get parsed JSON as ever.
app.post('/other', async (request) => ({ parsed: request.body }));

await app.listen({ port: Number(process.env['PORT'] ?? 9100), host: '127.0.0.1' });

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
