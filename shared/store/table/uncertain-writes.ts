import { DynamoDBServiceException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';

/** Thrown when DynamoDB throttled a request, or when it is unknown whether DynamoDB carried the request out. */
export class Uncertain extends Error {
  override readonly name = 'Uncertain';

  constructor(cause: unknown) {
    super('A table request got no definite response', { cause });
  }
}

/** The names of the errors with which DynamoDB throttles a whole request. */
const THROTTLED: ReadonlySet<string> = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
]);

/** The codes with which DynamoDB throttles one item of a transaction. */
const ITEM_THROTTLED: ReadonlySet<string | undefined> = new Set(['ThrottlingError', 'ProvisionedThroughputExceeded']);

/**
 * Returns the result of a request, but stops waiting when `limit` aborts. Throws DynamoDB's error if DynamoDB rejects
 * the request for good. Throws `Uncertain` if DynamoDB throttled the request, or if the result is unknown: after a
 * fault of DynamoDB or of the network, or when `limit` aborts.
 */
export async function definiteResult<T>(request: Promise<T>, limit: AbortSignal): Promise<T> {
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  limit.addEventListener('abort', () => reject(new Error('The request took longer than its limit')), { once: true });
  try {
    return await Promise.race([request, givenUp]);
  } catch (error) {
    throw isFinalRejection(error) ? error : new Uncertain(error);
  }
}

function isFinalRejection(error: unknown): boolean {
  if (!(error instanceof DynamoDBServiceException)) return false;
  const { httpStatusCode = 0 } = error.$metadata;
  return httpStatusCode >= 400 && httpStatusCode < 500 && !isThrottled(error);
}

const isThrottled = (error: DynamoDBServiceException): boolean =>
  error instanceof TransactionCanceledException
    ? (error.CancellationReasons ?? []).some(({ Code }) => ITEM_THROTTLED.has(Code))
    : THROTTLED.has(error.name);
