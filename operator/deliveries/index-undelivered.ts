import { UNDELIVERED_STATUSES } from '../../shared/domain/deliveries/delivery.ts';
import { indexAsUndelivered } from '../../shared/store/deliveries/deliveries.ts';
import { deliveryItem, undeliveredShardOfRow } from '../../shared/store/deliveries/item.ts';
import type { WatchedTarget } from '../command.ts';
import { scanPages } from '../whole-table/pages.ts';
import { announceCost } from '../whole-table/table-size.ts';

/**
 * Adds to the index `undelivered` the rows that an earlier version stored without this index. After a failure, a
 * repeated command adds the rest.
 */
export async function indexUndelivered(target: WatchedTarget, isDryRun: boolean) {
  const { table } = target;
  const size = await announceCost(target, [table.name]);
  const [refused, dead, skipped] = UNDELIVERED_STATUSES;
  const only = {
    filter: {
      ended: '#status IN (:refused, :dead, :skipped)',
      missing: 'attribute_not_exists(#undeliveredShard) AND attribute_exists(#recordedAtCallId)',
    },
    values: { ':refused': refused, ':dead': dead, ':skipped': skipped },
  };
  let [found, indexed] = [0, 0];
  for await (const items of scanPages(target, table, { total: size.items, only })) {
    for (const item of items) {
      const { data: row } = deliveryItem.safeParse(item);
      if (row === undefined || undeliveredShardOfRow(row) === undefined) continue;
      found += 1;
      if (!isDryRun && (await indexAsUndelivered(table, row))) indexed += 1;
    }
  }
  return { found, indexed };
}
