import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Item, Table } from './connect.ts';
import { expressions, type Parts } from './expression.ts';
import type { Key } from './keys.ts';
import { withConflictRetries } from './transactions.ts';

/** Result of an update: the item as it is now, or the item (if any) for which the condition failed. */
export type Updated =
  | { readonly kind: 'written'; readonly item: Item }
  | { readonly kind: 'conditionFailed'; readonly item: Item | undefined };

/** Updates one item under a condition. While a transaction is writing the item, the update is retried. */
export const updateItem = (
  { db, name, pacing }: Table,
  key: Key,
  parts: Parts & { readonly update: string },
): Promise<Updated> =>
  withConflictRetries(async () => {
    const write = new UpdateCommand({
      TableName: name,
      Key: key,
      ...expressions(parts),
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    try {
      const { Attributes = {} } = await db.send(write);
      return { kind: 'written', item: Attributes };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return { kind: 'conditionFailed', item: error.Item && unmarshall(error.Item) };
    }
  }, pacing);
