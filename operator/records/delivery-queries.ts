import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { TABLE } from '../../shared/names/table.ts';
import { type DeliveryItem, deliveryItem } from '../../shared/store/deliveries/item.ts';
import { batchGetInOrder } from '../../shared/store/table/batch-get.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { findItem } from '../../shared/store/table/find-item.ts';
import { callIdIn, deliveriesOf, keys, recordedFrom } from '../../shared/store/table/keys.ts';
import { Problem } from '../../tooling/command-line/problem.ts';

const indexed = z.object({ PK: z.string(), SK: z.string() });

/** Index entries per page, so that any number of deliveries is read with few of them in memory at a time. */
const PAGE_SIZE = 500;

/** A row of another form than this version writes. Names its call and attributes, never what is in them. */
export class UnreadableDelivery extends Problem {
  constructor(callId: string, { issues }: z.core.$ZodError) {
    const attributes = [...new Set(issues.map(({ path: [attribute] }) => String(attribute)))];
    super(`The delivery of ${callId} has attributes that cannot be read: ${attributes.join(', ')}.`);
  }
}

/** Throws an `UnreadableDelivery`. */
export async function findDelivery(table: Table, callId: string): Promise<DeliveryItem | undefined> {
  try {
    return await findItem(table, keys.delivery(callId), deliveryItem);
  } catch (error) {
    throw error instanceof z.core.$ZodError ? new UnreadableDelivery(callId, error) : error;
  }
}

interface Selection {
  /** Calls recorded at or after that time. */
  readonly sinceMs?: number | undefined;
  readonly matches: (row: DeliveryItem) => boolean;
  /** Told of each row that cannot be read and is left out. Without it the first such row is thrown. */
  readonly onUnreadable?: (row: UnreadableDelivery) => void;
  readonly pageSize?: number;
}

/** Those of the partner's deliveries, as they are now, that match; the oldest call first. */
export async function listDeliveries(
  table: Table,
  partnerId: string,
  { sinceMs = 0, matches, onUnreadable = fail, pageSize = PAGE_SIZE }: Selection,
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
    for (const row of rows) {
      const { data, error } = deliveryItem.safeParse(row);
      // By the key: the attribute may be what cannot be read.
      if (error) onUnreadable(new UnreadableDelivery(callIdIn(String(row['PK'])), error));
      else if (matches(data)) matching.push(data);
    }
  }
  return matching;
}

const fail = (row: UnreadableDelivery) => {
  throw row;
};
