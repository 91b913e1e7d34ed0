import {
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';

const $metadata = { httpStatusCode: 400 };

export const throttling = () =>
  new ProvisionedThroughputExceededException({ message: 'The level of requests is too high', $metadata });

/** Returns the error of a cancelled transaction, with a reason for each of its items in order. */
export const cancelled = (codes: readonly string[]) =>
  new TransactionCanceledException({
    message: 'Transaction cancelled',
    CancellationReasons: codes.map((Code) => ({ Code })),
    $metadata,
  });

/**
 * Returns the error with which DynamoDB reports that another transaction is writing an item. For a transaction of
 * `items` items, the conflicts are at the given positions. Without `items`, the error is that of a single write.
 */
export const conflict = (items: number | undefined, isContended: (position: number) => boolean): Error =>
  items === undefined
    ? new TransactionConflictException({ message: 'Transaction is ongoing for the item', $metadata })
    : cancelled(Array.from({ length: items }, (_, n) => (isContended(n) ? 'TransactionConflict' : 'None')));
