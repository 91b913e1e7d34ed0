import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from '../shared/store/table/connect.ts';
import { AFTER_ALL_ENTRIES } from '../shared/store/table/keys.ts';

interface Wanted {
  readonly newestMs: number;
  readonly oldestMs: number;
  /** Returns the partition key of the month that contains a time. */
  readonly partitionKey: (timeMs: number) => string;
  readonly since: string;
  /** The last sort key to read. Default: the last one of each month. */
  readonly until?: string | undefined;
  readonly pageSize: number;
}

/** Yields items of a kind that has a partition for each month (UTC), newest first. */
export async function* itemsByMonth({ db, name }: Table, wanted: Wanted): AsyncGenerator<Item> {
  const { newestMs, oldestMs, partitionKey, since, until = AFTER_ALL_ENTRIES, pageSize } = wanted;
  for (let monthMs = startOfMonth(newestMs); monthMs >= startOfMonth(oldestMs); monthMs = startOfMonth(monthMs - 1)) {
    const pages = paginateQuery(
      { client: db, pageSize },
      {
        TableName: name,
        KeyConditionExpression: 'PK = :month AND SK BETWEEN :since AND :until',
        ExpressionAttributeValues: { ':month': partitionKey(monthMs), ':since': since, ':until': until },
        ScanIndexForward: false,
        ConsistentRead: true,
      },
    );
    for await (const { Items = [] } of pages) yield* Items;
  }
}

const startOfMonth = (timeMs: number) => {
  const time = new Date(timeMs);
  return Date.UTC(time.getUTCFullYear(), time.getUTCMonth());
};
