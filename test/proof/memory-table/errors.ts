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

/** The request makes no sense, or none for the item it met. The SDK has no class for it, only the name. */
export const invalid = (message: string) =>
  new DynamoDBServiceException({ name: 'ValidationException', $fault: 'client', message, $metadata });

/** `item` is what the request asked to be told: what stands against the condition. In the SDK's own notation, as the SDK gives it. */
export const conditionFailed = (item: Readonly<Record<string, unknown>> | undefined) =>
  new ConditionalCheckFailedException({
    message: 'The conditional request failed',
    $metadata,
    ...(item === undefined ? {} : { Item: marshall(item) }),
  });

/** Nothing was written; the reasons are in the order of the transaction's items. */
export const canceled = (reasons: CancellationReason[]) =>
  new TransactionCanceledException({
    message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map(({ Code }) => Code).join(', ')}]`,
    CancellationReasons: reasons,
    $metadata,
  });

export const tokenUsedOtherwise = () =>
  new IdempotentParameterMismatchException({ message: 'The token was used with other parameters', $metadata });

export const noSuchTable = (name: unknown) =>
  new ResourceNotFoundException({ message: `There is no table ${String(name)}`, $metadata });
