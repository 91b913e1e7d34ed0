import type { Table } from '../table/connect.ts';
import { keys } from '../table/keys.ts';
import { updateItem } from '../table/update-item.ts';
import { BECOME_UNDELIVERED } from './expressions.ts';
import { type DeliveryItem, undeliveredShardFor } from './item.ts';

/** Puts a row of an earlier version into the index `undelivered`. Returns false if the row has changed. */
export async function indexAsUndelivered(table: Table, seen: DeliveryItem): Promise<boolean> {
  const { kind } = await updateItem(table, keys.delivery(seen.callId), {
    update: `SET ${BECOME_UNDELIVERED}`,
    condition: {
      statusAsSeen: '#status = :status',
      reasonAsSeen: seen.skipReason === undefined ? 'attribute_not_exists(#skipReason)' : '#skipReason = :skipReason',
    },
    values: {
      ':undeliveredShard': undeliveredShardFor(seen),
      ':status': seen.status,
      ':skipReason': seen.skipReason,
    },
  });
  return kind === 'written';
}
