/** A receiver as a Lambda function behind API Gateway (REST or HTTP API) or a function URL. Set WEBHOOK_SECRET. */
import type { APIGatewayProxyEvent, APIGatewayProxyEventV2 } from 'aws-lambda';
import { type CallCompletedEvent, verifyWebhook, WebhookVerificationError } from 'partner-lines-webhooks';

/** In place of this map have a table that all your instances share, with a unique key on callId. */
const stored = new Map<string, CallCompletedEvent>();

export async function handler(request: APIGatewayProxyEvent | APIGatewayProxyEventV2): Promise<{ statusCode: number }> {
  try {
    const event = verifyWebhook(rawBodyOf(request), signatureOf(request), process.env['WEBHOOK_SECRET']);
    // Store, then answer: the service waits 10 seconds, then counts the attempt as failed. The work comes later, because
    // the function stands still once it has answered.
    await store(event);
    return { statusCode: 204 };
  } catch (error) {
    console.error(error instanceof WebhookVerificationError ? `${error.code}: ${error.message}` : error);
    // After a 4xx the delivery is given up, after a 5xx it is tried again: the error knows which is right.
    return { statusCode: error instanceof WebhookVerificationError ? error.httpStatus : 500 };
  }
}

/** API Gateway encodes a body as base64 when it takes it for binary. */
const rawBodyOf = ({ body, isBase64Encoded }: APIGatewayProxyEvent | APIGatewayProxyEventV2) =>
  Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');

/** A REST API keeps the header's spelling, an HTTP API writes it in lower case. */
const signatureOf = ({ headers }: APIGatewayProxyEvent | APIGatewayProxyEventV2) =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'x-service-signature')?.[1];

/**
 * Keeps a call once: the same callId may arrive more than once. A PutItem with the condition
 * attribute_not_exists(callId) does the same in DynamoDB, and the table's stream starts the work.
 */
async function store(event: CallCompletedEvent): Promise<void> {
  if (stored.has(event.callId)) return;
  stored.set(event.callId, event);
  console.log(`Call ${event.callId} of line ${event.tenantId}: ${event.summary}`);
}
