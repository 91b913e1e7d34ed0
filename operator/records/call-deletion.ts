import { tombstone } from '../../shared/store/deliveries/tombstone.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { keys } from '../../shared/store/table/keys.ts';
import { Contention, remove, transact, withConflictRetries } from '../../shared/store/table/transactions.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { findDelivery } from './delivery-queries.ts';

/**
 * Removes a call with all that was said in it. Its delivery stays as a tombstone: never sent, never replayed, and the
 * id is not taken for a new call. An attempt under way keeps no claim on the row. Deleting twice is no error.
 */
export const deleteCall = (table: Table, tenantId: string, callId: string): Promise<void> =>
  withConflictRetries(async () => {
    const row = await findDelivery(table, callId);
    if (row?.tenantId !== tenantId) throw new Problem(`Line ${tenantId} has no call ${callId}.`);
    const cancelled = await transact(table, {
      call: remove(keys.call(tenantId, row.storedAtMs, callId)),
      delivery: tombstone(row),
    });
    if (cancelled) throw new Contention(Object.keys(cancelled));
  }, table.pacing);
