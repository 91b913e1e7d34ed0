/**
 * A receiver as a Lambda function behind API Gateway (REST or HTTP API) or a function URL. Set the environment variable
 * WEBHOOK_SECRET.
 */
import type { APIGatewayProxyEvent, APIGatewayProxyEventV2 } from 'aws-lambda';
import { type CallCompletedEvent, verifyWebhook, WebhookVerificationError } from 'partner-lines-webhooks';

/** One signing secret. While you rotate it: the old and the new secret, separated by a comma. */
const secrets = process.env['WEBHOOK_SECRET']?.split(/\s*,\s*/);

/** Replace this map with a table that all your instances share. Give the table a unique key on callId. */
const stored = new Map<string, CallCompletedEvent>();

export async function handler(request: APIGatewayProxyEvent | APIGatewayProxyEventV2): Promise<{ statusCode: number }> {
  try {
    const event = verifyWebhook(rawBodyOf(request), signatureOf(request), secrets);
    if (event.event === 'unknown') {
      // An event that is newer than this receiver. Accept it: after a 400, the service gives it up.
      console.log(`Ignored the event ${event.name}`);
      return { statusCode: 204 };
    }
    // Store, then respond: after 10 seconds without a response, the attempt fails. Process the call elsewhere,
    // because Lambda freezes this function once it has responded.
    await store(event);
    return { statusCode: 204 };
  } catch (error) {
    console.error(error instanceof WebhookVerificationError ? `${error.code}: ${error.message}` : error);
    // The service retries after a 5xx, but not after a 400. The error says which status to use.
    return { statusCode: error instanceof WebhookVerificationError ? error.httpStatus : 500 };
  }
}

/** If API Gateway treats a body as binary, it encodes the body as base64. */
const rawBodyOf = ({ body, isBase64Encoded }: APIGatewayProxyEvent | APIGatewayProxyEventV2) =>
  Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');

/** A REST API keeps the case of header names. An HTTP API converts them to lower case. */
const signatureOf = ({ headers }: APIGatewayProxyEvent | APIGatewayProxyEventV2) =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'x-service-signature')?.[1];

/**
 * Stores a call once, because a callId may arrive twice. In DynamoDB use PutItem with the condition
 * attribute_not_exists(callId), and let the table's stream start the processing.
 */
async function store(event: CallCompletedEvent): Promise<void> {
  if (stored.has(event.callId)) return;
  stored.set(event.callId, event);
  console.log(`Call ${event.callId} of line ${event.tenantId}: ${event.summary}`);
}
