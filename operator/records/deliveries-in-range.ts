import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { TABLE } from '../../shared/names/table.ts';
import { type DeliveryItem, deliveryItem } from '../../shared/store/deliveries/item.ts';
import { batchGet } from '../../shared/store/table/batch-get.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import {
  AFTER_ALL_RECORDED,
  callIdIn,
  deliveriesPartitionKey,
  recordedSortKeyFrom,
} from '../../shared/store/table/keys.ts';
import { UnreadableDelivery } from './unreadable-delivery.ts';

const { name: IndexName, partitionKey, sortKey } = TABLE.partnerIndex;
const indexPage = z.array(z.object({ PK: z.string(), SK: z.string(), [sortKey]: z.string() }));

interface Range {
  readonly sinceMs?: number | undefined;
  /** The last place to read in the index. */
  readonly until?: string | undefined;
  readonly newestFirst?: boolean;
  readonly pageSize: number;
}

/** A delivery in its current state, and its place in the index of the partner's deliveries. */
export interface Placed {
  readonly place: string;
  readonly row: DeliveryItem | UnreadableDelivery;
}

/** Yields the partner's deliveries page by page, the oldest call first unless `newestFirst` is set. */
export async function* deliveriesInRange(
  table: Table,
  partnerId: string,
  { sinceMs = 0, until = AFTER_ALL_RECORDED, newestFirst = false, pageSize }: Range,
): AsyncGenerator<Placed[]> {
  const pages = paginateQuery(
    { client: table.db, pageSize },
    {
      TableName: table.name,
      IndexName,
      KeyConditionExpression: `${partitionKey} = :partner AND ${sortKey} BETWEEN :since AND :until`,
      ExpressionAttributeValues: {
        ':partner': deliveriesPartitionKey(partnerId),
        ':since': recordedSortKeyFrom(sinceMs),
        ':until': until,
      },
      ScanIndexForward: !newestFirst,
    },
  );
  for await (const { Items = [] } of pages) {
    const page = indexPage.parse(Items);
    const itemAt = await batchGet(table, page);
    yield page.flatMap((key) => {
      const item = itemAt(key);
      return item ? [{ place: key[sortKey], row: readRow(key.PK, item) }] : [];
    });
  }
}

export function readRow(partitionKey: string, item: unknown): DeliveryItem | UnreadableDelivery {
  const { data, error } = deliveryItem.safeParse(item);
  // The id is taken from the key, because its attribute may be the unreadable one.
  return error ? new UnreadableDelivery(callIdIn(partitionKey), error) : data;
}
