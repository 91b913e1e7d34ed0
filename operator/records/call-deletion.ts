import { tombstone } from '../../shared/store/deliveries/tombstone.ts';
import { keys } from '../../shared/store/table/keys.ts';
import { Contention, remove, transact } from '../../shared/store/table/transactions.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import type { Change } from '../audit/entry.ts';
import { withEntry } from '../audit/with-entry.ts';
import { findDelivery } from './delivery-queries.ts';

/**
 * Deletes a call with everything that was said in it. Its delivery stays as a tombstone: the delivery is never sent or
 * replayed, and no new call can have the deleted call's id. A running attempt loses its claim on the row. Deleting
 * twice is not an error.
 */
export const deleteCall = (by: Change, tenantId: string, callId: string): Promise<void> =>
  withEntry(by, async (entry) => {
    const row = await findDelivery(by.table, callId);
    if (row?.tenantId !== tenantId) throw new Problem(`Line ${tenantId} has no call ${callId}.`);
    const cancelled = await transact(by.table, {
      call: remove(keys.call(tenantId, row.storedAtMs, callId)),
      delivery: tombstone(row),
      entry: entry({ target: `call ${callId}`, partnerId: row.partnerId }),
    });
    if (cancelled) throw new Contention(Object.keys(cancelled));
  });
