import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { TABLE } from '../contract/table.ts';
import { batchGetInOrder } from './batch-get.ts';
import type { Table } from './connect.ts';
import { type DeliveryItem, deliveriesOf, deliveryItem, recordedFrom } from './delivery-item.ts';
import { findItem } from './find-item.ts';
import { keys } from './keys.ts';

const indexed = z.object({ PK: z.string(), SK: z.string() });

/** Index entries per page, so that any number of deliveries is read with few of them in memory at a time. */
const PAGE_SIZE = 500;

export const findDelivery = (table: Table, callId: string): Promise<DeliveryItem | undefined> =>
  findItem(table, keys.delivery(callId), deliveryItem);

interface Selection {
  /** Calls recorded at or after that time. */
  readonly sinceMs?: number | undefined;
  readonly matches: (row: DeliveryItem) => boolean;
  readonly pageSize?: number;
}

/** Those of the partner's deliveries, as they are now, that match; the oldest call first. */
export async function listDeliveries(
  table: Table,
  partnerId: string,
  { sinceMs = 0, matches, pageSize = PAGE_SIZE }: Selection,
): Promise<DeliveryItem[]> {
  const { name: IndexName, partitionKey, sortKey } = TABLE.partnerIndex;
  const pages = paginateQuery(
    { client: table.db, pageSize },
    {
      TableName: table.name,
      IndexName,
      KeyConditionExpression: `${partitionKey} = :partner AND ${sortKey} >= :since`,
      ExpressionAttributeValues: { ':partner': deliveriesOf(partnerId), ':since': recordedFrom(sinceMs) },
    },
  );
  const matching: DeliveryItem[] = [];
  for await (const { Items = [] } of pages) {
    const rows = await batchGetInOrder(table, z.array(indexed).parse(Items));
    matching.push(...rows.map((row) => deliveryItem.parse(row)).filter(matches));
  }
  return matching;
}
