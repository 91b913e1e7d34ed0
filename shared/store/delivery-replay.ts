import type { Table } from './connect.ts';
import { type DeliveryItem, dueKeys } from './delivery-item.ts';
import { keys } from './keys.ts';
import { updateItem } from './update-item.ts';

/**
 * Starts the next series of attempts, due now; the log of the earlier ones stays. A late answer to an earlier series
 * has no claim on the row any more. False when the row is no longer as it was seen.
 */
export async function startNextSeries(
  table: Table,
  seen: DeliveryItem,
  { nowMs, sweepPeriodMs }: { readonly nowMs: number; readonly sweepPeriodMs: number },
): Promise<boolean> {
  const due = dueKeys(seen.callId, nowMs, sweepPeriodMs);
  const { kind } = await updateItem(table, keys.delivery(seen.callId), {
    update:
      'SET #status = :pending, #attempts = :none, #series = :nextSeries, #nextAttemptAtMs = :nowMs, ' +
      '#dueShard = :dueShard, #sweepAtMs = :sweepAtMs REMOVE #skipReason, #leaseToken, #leaseUntilMs',
    condition: {
      settledAsSeen: '#status = :seenStatus',
      sameSeries: '#series = :seenSeries',
      // True as well where there is no such attribute.
      notDeleted: '#skipReason <> :deleted',
    },
    values: {
      ':pending': 'pending',
      ':none': 0,
      ':nextSeries': seen.series + 1,
      ':nowMs': nowMs,
      ':dueShard': due.dueShard,
      ':sweepAtMs': due.sweepAtMs,
      ':seenStatus': seen.status,
      ':seenSeries': seen.series,
      ':deleted': 'deleted',
    },
  });
  return kind === 'written';
}
