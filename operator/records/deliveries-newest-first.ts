import { paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { UndeliveredStatus } from '../../shared/domain/deliveries/delivery.ts';
import { TABLE, UNDELIVERED_SHARDS } from '../../shared/names/table.ts';
import { DUE_SHARD_NUMBERS } from '../../shared/store/deliveries/due-deliveries.ts';
import { listPartnerIds } from '../../shared/store/partners/partners.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { expressions } from '../../shared/store/table/expression.ts';
import { itemKey } from '../../shared/store/table/item-key.ts';
import {
  callKeyParts,
  callSortKeyFrom,
  duePartitionKey,
  keys,
  recordedSortKey,
  recordedSortKeyFrom,
  undeliveredPartitionKey,
} from '../../shared/store/table/keys.ts';
import { MOST_REQUESTS_AT_A_TIME, mapInParallel } from '../map-in-parallel.ts';
import {
  type Place,
  type Placed,
  partnerQuery,
  placeOf,
  readRowsAt,
  UnreadableDelivery,
} from './deliveries-in-range.ts';

interface Range {
  readonly sinceMs: number;
  /** Later places are not read. Places are in the order in which calls were recorded. */
  readonly until: string;
  readonly pageSize: number;
}

const newestFirst = (one: Pick<Place, 'place'>, other: Pick<Place, 'place'>) => (one.place < other.place ? 1 : -1);

/**
 * Merges the deliveries of several sources, newest call first. `placesUntil` returns the keys of each source's newest
 * deliveries, up to a given place in the order of recording.
 */
async function* mergeNewestFirst(
  table: Table,
  { until, pageSize }: Range,
  placesUntil: (until: string) => Promise<readonly (readonly Place[])[]>,
): AsyncGenerator<readonly Placed[]> {
  let [last, seen] = [until, ''];
  for (;;) {
    const places = (await placesUntil(last)).flat().filter(({ place }) => place !== seen);
    const newest = places.sort(newestFirst).slice(0, pageSize);
    const end = newest.at(-1);
    if (end === undefined) return;
    yield await readRowsAt(table, newest);
    if (newest.length < pageSize) return;
    [last, seen] = [end.place, end.place];
  }
}

interface Undelivered extends Range {
  readonly statuses: readonly UndeliveredStatus[];
  readonly partnerId?: string | undefined;
  readonly tenantId?: string | undefined;
}

/**
 * Yields undelivered deliveries, newest call first. The index `undelivered` also contains partner and line, so only rows
 * that match the filter are read.
 */
export function undeliveredDeliveries(table: Table, wanted: Undelivered): AsyncGenerator<readonly Placed[]> {
  const { statuses, partnerId, tenantId, sinceMs, pageSize } = wanted;
  const { name, partitionKey, sortKey } = TABLE.undeliveredIndex;
  const shards = statuses.flatMap((status) =>
    Array.from({ length: UNDELIVERED_SHARDS }, (_, number) => undeliveredPartitionKey(status, number)),
  );
  const isFiltered = partnerId !== undefined || tenantId !== undefined;
  return mergeNewestFirst(table, wanted, (until) =>
    mapInParallel(shards, MOST_REQUESTS_AT_A_TIME, async (shard) => {
      const places: Place[] = [];
      const range = expressions({
        filter: {
          ...(partnerId !== undefined && { ofPartner: '#partnerId = :partnerId' }),
          ...(tenantId !== undefined && { ofLine: '#tenantId = :tenantId' }),
        },
        values: {
          ':partnerId': partnerId,
          ':tenantId': tenantId,
          ':shard': shard,
          ':since': recordedSortKeyFrom(sinceMs),
          ':until': until,
        },
      });
      const pages = paginateQuery(
        // With a filter, each request reads up to a megabyte, because few rows may match.
        { client: table.db, ...(isFiltered ? {} : { pageSize: pageSize + 1 }) },
        {
          TableName: table.name,
          IndexName: name,
          KeyConditionExpression: `${partitionKey} = :shard AND ${sortKey} BETWEEN :since AND :until`,
          ...range,
          ScanIndexForward: false,
        },
      );
      for await (const { Items = [] } of pages) {
        places.push(...Items.map(placeOf));
        if (places.length > pageSize) break;
      }
      return places.slice(0, pageSize + 1);
    }),
  );
}

/** Yields the deliveries of all partners, newest call first, with one Query per partner for each page. */
export async function* deliveriesOfAllPartners(table: Table, range: Range): AsyncGenerator<readonly Placed[]> {
  const partnerIds = await listPartnerIds(table);
  const newestOf = async (partnerId: string, until: string) => {
    const query = partnerQuery(table, partnerId, range.sinceMs, until);
    const { Items = [] } = await table.db.send(
      new QueryCommand({ ...query, ScanIndexForward: false, Limit: range.pageSize + 1 }),
    );
    return Items.map(placeOf);
  };
  yield* mergeNewestFirst(table, range, (until) =>
    mapInParallel(partnerIds, MOST_REQUESTS_AT_A_TIME, (partnerId) => newestOf(partnerId, until)),
  );
}

/** Yields the deliveries of a line's calls, newest call first. Leaves out calls that are no longer stored. */
export async function* deliveriesOfLine(
  table: Table,
  tenantId: string,
  { sinceMs, until, pageSize }: Range,
): AsyncGenerator<readonly Placed[]> {
  const pages = paginateQuery(
    { client: table.db, pageSize },
    {
      TableName: table.name,
      KeyConditionExpression: 'PK = :line AND SK BETWEEN :since AND :until',
      ExpressionAttributeValues: {
        ':line': keys.line(tenantId).PK,
        ':since': callSortKeyFrom(sinceMs),
        ':until': `CALL#${until}`,
      },
      ProjectionExpression: 'PK, SK',
      ScanIndexForward: false,
    },
  );
  for await (const { Items = [] } of pages) {
    const places = Items.map((item) => {
      const { storedAtMs, callId } = callKeyParts(itemKey.parse(item));
      return { place: recordedSortKey(storedAtMs, callId), key: keys.delivery(callId) };
    });
    yield await readRowsAt(table, places);
  }
}

/** About how many pending deliveries are read from all shards together, at most. */
const PENDING_MOST = 5_000;
const PENDING_OF_A_SHARD = Math.ceil(PENDING_MOST / DUE_SHARD_NUMBERS.length);

/** Yields pending deliveries, newest call first. If there are too many, only those that are due first are included. */
export async function* pendingDeliveries(table: Table, { sinceMs, until }: Range): AsyncGenerator<readonly Placed[]> {
  const { name: IndexName, partitionKey } = TABLE.dueIndex;
  const shards = await mapInParallel(DUE_SHARD_NUMBERS, MOST_REQUESTS_AT_A_TIME, async (shard) => {
    const { Items = [] } = await table.db.send(
      new QueryCommand({
        TableName: table.name,
        IndexName,
        KeyConditionExpression: `${partitionKey} = :shard`,
        ExpressionAttributeValues: { ':shard': duePartitionKey(shard) },
        Limit: PENDING_OF_A_SHARD,
      }),
    );
    return Items.map((item) => itemKey.parse(item));
  });
  const rows = await readRowsAt(
    table,
    shards.flat().map((key) => ({ place: '', key })),
  );
  const since = recordedSortKeyFrom(sinceMs);
  yield rows
    .map(({ row }) => ({
      // An unreadable row comes first, because the time of its call is unknown.
      place: row instanceof UnreadableDelivery ? until : recordedSortKey(row.storedAtMs, row.callId),
      row,
    }))
    .filter(({ place }) => place >= since && place <= until)
    .sort(newestFirst);
}
