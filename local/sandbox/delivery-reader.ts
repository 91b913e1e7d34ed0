import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { TABLE } from '../../shared/names/table.ts';
import { dueDeliveryStore } from '../../shared/store/deliveries/due-deliveries.ts';
import type { DeliveryItem } from '../../shared/store/deliveries/item.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { itemKey } from '../../shared/store/table/item-key.ts';
import { type Key, keys } from '../../shared/store/table/keys.ts';

/** Reads the deliveries that are not settled, and the attempts of any deliveries. */
export function deliveryReader(table: Table, sweepPeriodMs: number) {
  const { findAll } = dueDeliveryStore(table, { sweepPeriodMs });

  /**
   * Returns the keys of all pending deliveries. A test's table is small, so one scan of the index is faster than a
   * query for each of its shards.
   */
  async function pendingKeys(): Promise<Key[]> {
    const found: Key[] = [];
    const pages = paginateScan({ client: table.db }, { TableName: table.name, IndexName: TABLE.dueIndex.name });
    for await (const { Items = [] } of pages) found.push(...Items.map((item) => itemKey.parse(item)));
    return found;
  }

  return {
    async pending(): Promise<DeliveryItem[]> {
      const pending = await pendingKeys();
      const rowAt = await findAll(pending);
      return pending.flatMap((key) => rowAt(key) ?? []).filter(({ status }) => status === 'pending');
    },
    async attemptsOf(callIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const rowAt = await findAll(callIds.map(keys.delivery));
      const rows = callIds.flatMap((callId) => rowAt(keys.delivery(callId)) ?? []);
      return new Map(rows.map(({ callId, attempts }) => [callId, attempts]));
    },
  };
}
