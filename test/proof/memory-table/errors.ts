import {
  type CancellationReason,
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  IdempotentParameterMismatchException,
  ResourceNotFoundException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';

const $metadata = { httpStatusCode: 400 };

/**
 * Returns the error for an invalid request. A request is also invalid if the stored item has the wrong types for it, as
 * for ADD to a string. The SDK has no class for this error, only the name.
 */
export const invalid = (message: string) =>
  new DynamoDBServiceException({ name: 'ValidationException', $fault: 'client', message, $metadata });

/** `item` is the item that failed the condition, if the request asked for it. It has the SDK's attribute format. */
export const conditionFailed = (item: Readonly<Record<string, unknown>> | undefined) =>
  new ConditionalCheckFailedException({
    message: 'The conditional request failed',
    $metadata,
    ...(item === undefined ? {} : { Item: marshall(item) }),
  });

/** Returns the error of a transaction that wrote nothing, with a reason for each of its parts in order. */
export const canceled = (reasons: CancellationReason[]) =>
  new TransactionCanceledException({
    message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map(({ Code }) => Code).join(', ')}]`,
    CancellationReasons: reasons,
    $metadata,
  });

export const tokenUsedOtherwise = () =>
  new IdempotentParameterMismatchException({ message: 'The token was used with other parameters', $metadata });

/** Returns the error for something that DynamoDB would accept, but that the service never sends. */
export const unused = (what: string) => new TypeError(`The service does not use ${what}, so neither does this table`);

export const noSuchTable = (name: unknown) =>
  new ResourceNotFoundException({ message: `There is no table ${String(name)}`, $metadata });
