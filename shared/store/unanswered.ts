import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';

/** A request of which nobody knows whether it was carried out, or that DynamoDB wants to have later. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';

  constructor(cause: unknown) {
    super('A request to the table got no definite answer', { cause });
  }
}

/** What DynamoDB rejects now and may accept in a moment; its other answers of 4xx are final. */
const THROTTLED: ReadonlySet<string> = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
]);

/**
 * The result of a request, for which nobody waits longer than the limit. Throws what DynamoDB has rejected for good, and
 * `Unanswered` for all else: a fault of DynamoDB or of the network, throttling, the limit. A request that was given up
 * may still be carried out.
 */
export async function answered<T>(request: Promise<T>, limit: AbortSignal): Promise<T> {
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  limit.addEventListener('abort', () => reject(new Error('The request was given up')), { once: true });
  try {
    return await Promise.race([request, givenUp]);
  } catch (error) {
    throw isFinal(error) ? error : new Unanswered(error);
  }
}

function isFinal(error: unknown): boolean {
  if (!(error instanceof DynamoDBServiceException)) return false;
  const { httpStatusCode = 0 } = error.$metadata;
  return httpStatusCode >= 400 && httpStatusCode < 500 && !THROTTLED.has(error.name);
}
