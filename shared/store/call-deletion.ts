import { Refusal } from '../domain/refusal.ts';
import type { Table } from './connect.ts';
import { END_LEASE, LEAVE_DUE_INDEX } from './delivery-expressions.ts';
import type { DeliveryItem } from './delivery-item.ts';
import { findDelivery } from './delivery-queries.ts';
import { keys } from './keys.ts';
import { Contention, remove, transact, update, withConflictRetries } from './transactions.ts';

/**
 * Removes a call with all that was said in it. Its delivery stays as a tombstone: never sent, never replayed, and the
 * id is not taken for a new call. An attempt under way keeps no claim on the row. Deleting twice is no error.
 */
export const deleteCall = (table: Table, tenantId: string, callId: string): Promise<void> =>
  withConflictRetries(async () => {
    const row = await findDelivery(table, callId);
    if (row?.tenantId !== tenantId) throw new Refusal(`Line ${tenantId} has no call ${callId}.`);
    const cancelled = await transact(table, {
      call: remove(keys.call(tenantId, row.storedAtMs, callId)),
      delivery: tombstone(row),
    });
    if (cancelled) throw new Contention(Object.keys(cancelled));
  }, table.pacing);

const tombstone = ({ callId, tenantId }: DeliveryItem) =>
  update(keys.delivery(callId), {
    update: `SET #status = :skipped, #skipReason = :deleted REMOVE ${END_LEASE}, ${LEAVE_DUE_INDEX}`,
    condition: { sameLine: '#tenantId = :tenantId' },
    values: { ':skipped': 'skipped', ':deleted': 'deleted', ':tenantId': tenantId },
  });
