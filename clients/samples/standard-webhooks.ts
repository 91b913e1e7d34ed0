/**
 * A receiver on Express that verifies the headers of Standard Webhooks with the library of that standard, version 1.1.1.
 * Run it: WEBHOOK_SECRET=whsec_… node standard-webhooks.ts
 */
import express from 'express';
import { Webhook } from 'standardwebhooks';

interface CallCompleted {
  readonly tenantId: string;
  readonly callId: string;
  readonly summary: string;
}

/** The library takes a signing secret as handed out. While you rotate it: the old and the new secret, separated by a comma. */
const webhooks = (process.env['WEBHOOK_SECRET'] ?? '').split(/\s*,\s*/).map((secret) => new Webhook(secret));

/** Replace this map with a table that all your instances share. Give the table a unique key on callId. */
const stored = new Map<string, CallCompleted>();

const app = express();

// The raw body, for this route only. Put this route before express.json().
app.post('/hook', express.raw({ type: () => true, limit: '1mb' }), (request, response) => {
  const body: unknown = request.body;
  let event: unknown;
  try {
    event = verified(Buffer.isBuffer(body) ? body : Buffer.alloc(0), request.headers);
  } catch (error) {
    console.error(String(error));
    // Not 4xx: the service retries after a 5xx, so no event is lost while a secret or a clock is wrong.
    response.sendStatus(503);
    return;
  }
  if (!isCallCompleted(event)) {
    // An event that is newer than this receiver. Accept it: after a 400, the service gives it up.
    console.log('Ignored an event', nameOf(event));
    response.sendStatus(204);
    return;
  }
  // A callId may arrive twice. In SQL: INSERT … ON CONFLICT (call_id) DO NOTHING.
  const isNew = !stored.has(event.callId);
  if (isNew) stored.set(event.callId, event);
  // The call is stored, so respond now: after 10 seconds without a response, the attempt fails.
  response.sendStatus(204);
  if (isNew) console.log(`Call ${event.callId} of line ${event.tenantId}: ${event.summary}`);
});

app.listen(Number(process.env['PORT'] ?? 9100), '127.0.0.1');

/** Returns the event of a delivery that was signed with one of the secrets. Throws for any other request. */
function verified(rawBody: Buffer, headers: NodeJS.Dict<string | string[]>): unknown {
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const errors: unknown[] = [];
  for (const webhook of webhooks) {
    try {
      return webhook.verify(rawBody, texts);
    } catch (error) {
      errors.push(error);
    }
  }
  throw errors[0];
}

const nameOf = (event: unknown) => (typeof event === 'object' && event !== null && 'event' in event ? event.event : '');

function isCallCompleted(event: unknown): event is CallCompleted {
  const fields = Object.entries(event ?? {});
  const isText = (name: string) => fields.some(([key, value]) => key === name && typeof value === 'string');
  return nameOf(event) === 'call.completed' && ['tenantId', 'callId', 'summary'].every(isText);
}
