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
  type Key,
  recordedSortKeyFrom,
} from '../../shared/store/table/keys.ts';
import { Problem } from '../../tooling/command-line/problem.ts';

interface Range {
  readonly sinceMs?: number | undefined;
  /** The last place to read in the index. */
  readonly until?: string | undefined;
  readonly newestFirst?: boolean;
  readonly pageSize: number;
}

/** The key of a delivery, and its place in the order in which calls were recorded. */
export interface Place {
  readonly place: string;
  readonly key: Key;
}

/** The problem of a delivery that this version cannot read. The message has no values, because values can be personal data. */
export class UnreadableDelivery extends Problem {
  constructor(callId: string, { issues }: z.core.$ZodError) {
    const attributes = [...new Set(issues.map(({ path: [attribute] }) => String(attribute)))];
    super(`The delivery of ${callId} has attributes that cannot be read: ${attributes.join(', ')}.`);
  }
}

/** The current row of a delivery, and its place. */
export interface Placed extends Pick<Place, 'place'> {
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
    { ...partnerQuery(table, partnerId, sinceMs, until), ScanIndexForward: !newestFirst },
  );
  for await (const { Items = [] } of pages) yield await readRowsAt(table, Items.map(placeOf));
}

/** Returns the parts of a Query of a partner's entries in the index, from a time up to the sort key `until`. */
export function partnerQuery(table: Table, partnerId: string, sinceMs: number, until: string) {
  const { name: IndexName, partitionKey, sortKey } = TABLE.partnerIndex;
  return {
    TableName: table.name,
    IndexName,
    KeyConditionExpression: `${partitionKey} = :partner AND ${sortKey} BETWEEN :since AND :until`,
    ExpressionAttributeValues: {
      ':partner': deliveriesPartitionKey(partnerId),
      ':since': recordedSortKeyFrom(sinceMs),
      ':until': until,
    },
  };
}

const indexed = z.object({ PK: z.string(), SK: z.string(), recordedAtCallId: z.string() });

export function placeOf(item: unknown): Place {
  const { PK, SK, recordedAtCallId } = indexed.parse(item);
  return { place: recordedAtCallId, key: { PK, SK } };
}

export async function readRowsAt(table: Table, places: readonly Place[]): Promise<Placed[]> {
  const itemAt = await batchGet(
    table,
    places.map(({ key }) => key),
  );
  return places.flatMap(({ place, key }) => {
    const item = itemAt(key);
    return item ? [{ place, row: readRow(key.PK, item) }] : [];
  });
}

function readRow(partitionKey: string, item: unknown): DeliveryItem | UnreadableDelivery {
  const { data, error } = deliveryItem.safeParse(item);
  // The id is taken from the key, because its attribute may be the unreadable one.
  return error ? new UnreadableDelivery(callIdIn(partitionKey), error) : data;
}
