import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { DUE_SHARDS, TABLE } from '../../names/table.ts';
import { batchGet, parseItemAt } from '../table/batch-get.ts';
import type { Table } from '../table/connect.ts';
import { duePartitionKey, type Key } from '../table/keys.ts';
import { updateItem } from '../table/update-item.ts';
import { type DeliveryItem, deliveryItem } from './item.ts';

const { dueIndex } = TABLE;
/** The most entries of one shard on a page. */
export const PAGE_SIZE = 25;

const dueEntry = z.object({ PK: z.string(), SK: z.string(), [dueIndex.sortKey]: z.int() });
const dueEntries = z.array(dueEntry);
export type DueEntry = z.infer<typeof dueEntry>;

interface PastDue {
  readonly nowMs: number;
  readonly dueNow?: boolean;
}

export const DUE_SHARD_NUMBERS = Array.from({ length: DUE_SHARDS }, (_, number) => number);

export type DueDeliveryStore = ReturnType<typeof dueDeliveryStore>;

/** Finds deliveries for the relay and the sweep. */
export const dueDeliveryStore = (table: Table, { sweepPeriodMs }: { readonly sweepPeriodMs: number }) => ({
  /** Reads rows, and returns a function that finds a row by its key. The function throws if the row is malformed. */
  async findAll(rowKeys: readonly Key[]): Promise<(key: Key) => DeliveryItem | undefined> {
    const itemAt = await batchGet(table, rowKeys);
    return (key) => parseItemAt(itemAt, key, deliveryItem);
  },

  /**
   * Yields entries of one shard, page by page, oldest first: those whose sweep time has come, or with `dueNow` all that
   * are due. An entry that is postponed during the sweep is not yielded again.
   */
  async *pastDue(shardNumber: number, { nowMs, dueNow = false }: PastDue): AsyncGenerator<DueEntry[]> {
    // The sort key of a row is usually its due time plus one sweep period, so `dueNow` adds one period.
    const untilMs = dueNow ? nowMs + sweepPeriodMs - 1 : nowMs;
    let ExclusiveStartKey: Record<string, unknown> | undefined;
    do {
      const page = await table.db.send(
        new QueryCommand({
          TableName: table.name,
          IndexName: dueIndex.name,
          KeyConditionExpression: '#shard = :shard AND #sweepAt <= :untilMs',
          ExpressionAttributeNames: { '#shard': dueIndex.partitionKey, '#sweepAt': dueIndex.sortKey },
          ExpressionAttributeValues: { ':shard': duePartitionKey(shardNumber), ':untilMs': untilMs },
          Limit: PAGE_SIZE,
          ExclusiveStartKey,
        }),
      );
      yield dueEntries.parse(page.Items ?? []);
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey !== undefined);
  },

  /**
   * Postpones the row to one sweep period from now, and returns the row. Returns `undefined` if the sweep time has
   * changed or is gone: the index lags behind, and two sweeps may overlap.
   */
  async moveForward({ PK, SK, sweepAtMs }: DueEntry, nowMs: number): Promise<DeliveryItem | undefined> {
    const { kind, item } = await updateItem(
      table,
      { PK, SK },
      {
        update: 'SET #sweepAtMs = :nextSweepAtMs',
        condition: { asSeen: '#sweepAtMs = :seen' },
        values: { ':seen': sweepAtMs, ':nextSweepAtMs': nowMs + sweepPeriodMs },
      },
    );
    return kind === 'written' ? deliveryItem.parse(item) : undefined;
  },
});
