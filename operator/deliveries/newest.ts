import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { TABLE } from '../../shared/names/table.ts';
import { type DeliveryItem, deliveryItem } from '../../shared/store/deliveries/item.ts';
import { batchGet } from '../../shared/store/table/batch-get.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { AFTER_ALL_RECORDED, callIdIn, deliveriesOf, recordedFrom } from '../../shared/store/table/keys.ts';
import { UnreadableDelivery } from '../records/delivery-queries.ts';

const { name: IndexName, partitionKey, sortKey } = TABLE.partnerIndex;
const entry = z.object({ PK: z.string(), SK: z.string(), [sortKey]: z.string() });
type Entry = z.infer<typeof entry>;

/** The status is not indexed, so a page looks at this many deliveries at most, and then says how far it has come. */
const LOOKED_AT_MOST = 1_000;
/** How many entries are read at once if only some of them may match. */
const CHUNK = 100;

interface Wanted {
  readonly sinceMs?: number | undefined;
  readonly matches?: ((row: DeliveryItem) => boolean) | undefined;
  readonly limit: number;
  /** Where an earlier page has ended. */
  readonly cursor?: string | undefined;
}

interface Page {
  readonly rows: readonly DeliveryItem[];
  readonly unreadable: readonly UnreadableDelivery[];
  /** Where the next page begins. Undefined after the last delivery. */
  readonly next: string | undefined;
  readonly lookedAt: number;
}

/** Returns a page of the partner's deliveries in their current state, newest call first. */
export async function newestDeliveries(table: Table, partnerId: string, wanted: Wanted): Promise<Page> {
  const { matches = () => true, limit, cursor = AFTER_ALL_RECORDED } = wanted;
  const rows: DeliveryItem[] = [];
  const unreadable: UnreadableDelivery[] = [];
  let lookedAt = 0;
  for await (const { place, row } of readNewest(table, partnerId, wanted, cursor)) {
    if (rows.length === limit || lookedAt === LOOKED_AT_MOST) return { rows, unreadable, next: place, lookedAt };
    lookedAt += 1;
    if (row instanceof UnreadableDelivery) unreadable.push(row);
    else if (matches(row)) rows.push(row);
  }
  return { rows, unreadable, next: undefined, lookedAt };
}

/** Yields deliveries with their place in the index. Reads one more than a page needs, to know whether one follows. */
async function* readNewest(table: Table, partnerId: string, { sinceMs = 0, matches, limit }: Wanted, cursor: string) {
  const size = matches === undefined ? limit + 1 : CHUNK;
  let from: string | undefined = cursor;
  while (from !== undefined) {
    const entries: Entry[] = await entriesFrom(table, partnerId, { from, sinceMs, limit: size + 1 });
    const chunk = entries.slice(0, size);
    const itemAt = await batchGet(table, chunk);
    for (const entry of chunk) yield { place: entry[sortKey], row: rowOf(entry, itemAt(entry)) };
    from = entries[size]?.[sortKey];
  }
}

function rowOf({ PK }: Entry, item: unknown): DeliveryItem | UnreadableDelivery {
  const { data, error } = deliveryItem.safeParse(item);
  // Take the id from the key, because the attribute may be the unreadable one.
  return error ? new UnreadableDelivery(callIdIn(PK), error) : data;
}

interface Range {
  /** The newest entry that may be read. */
  readonly from: string;
  readonly sinceMs: number;
  readonly limit: number;
}

async function entriesFrom(table: Table, partnerId: string, { from, sinceMs, limit }: Range): Promise<Entry[]> {
  const { Items = [] } = await table.db.send(
    new QueryCommand({
      TableName: table.name,
      IndexName,
      KeyConditionExpression: `${partitionKey} = :partner AND ${sortKey} BETWEEN :since AND :from`,
      ExpressionAttributeValues: {
        ':partner': deliveriesOf(partnerId),
        ':since': recordedFrom(sinceMs),
        ':from': from,
      },
      ScanIndexForward: false,
      Limit: limit,
    }),
  );
  return z.array(entry).parse(Items);
}
