import type { DeliveryItem } from '../deliveries/item.ts';
import { deletedCallWrite } from '../deliveries/row-writes.ts';
import type { Table } from '../table/connect.ts';
import { keys } from '../table/keys.ts';
import { remove, throwIfContended, transact, type Write, withConflictRetries } from '../table/transactions.ts';

/** The fields that identify a call's item and the row of its delivery. */
export type PlaceOfCall = Pick<DeliveryItem, 'tenantId' | 'storedAtMs' | 'callId'>;

/**
 * Deletes a call with its content. Its delivery stays as a tombstone, which is never sent or replayed, and prevents a
 * new call with the same id. A running attempt loses its claim on the row. Deleting twice is not an error. Returns
 * false if the line has no such delivery.
 */
export const deleteCall = (table: Table, delivery: PlaceOfCall, entry?: Write): Promise<boolean> =>
  withConflictRetries(async () => {
    const { tenantId, storedAtMs, callId } = delivery;
    const cancelled = await transact(table, {
      call: remove(keys.call(tenantId, storedAtMs, callId)),
      delivery: deletedCallWrite(delivery),
      entry,
    });
    if (cancelled) throwIfContended(cancelled);
    return cancelled === undefined;
  }, table.pacing);
