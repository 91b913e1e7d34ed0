import { isReplayable } from '../../domain/deliveries/lifecycle.ts';
import type { Table } from '../table/connect.ts';
import { keys } from '../table/keys.ts';
import { updateItem } from '../table/update-item.ts';
import { BECOME_DUE, dueValues, END_LEASE } from './expressions.ts';
import type { DeliveryItem } from './item.ts';

/**
 * Starts the next replay round, due now; the log of the earlier rounds stays. A late response to an earlier round
 * has no claim on the row any more. False when there is nothing to replay, or the row is no longer as it was seen.
 */
export async function startReplayRound(
  table: Table,
  seen: DeliveryItem,
  { nowMs, sweepPeriodMs }: { readonly nowMs: number; readonly sweepPeriodMs: number },
): Promise<boolean> {
  // Of a pending one the lease would be taken from whoever is sending, a delivered one would be sent once more.
  if (!isReplayable(seen)) return false;
  const { kind } = await updateItem(table, keys.delivery(seen.callId), {
    update:
      `SET #status = :pending, #attempts = :none, #series = :nextRound, ${BECOME_DUE} ` +
      `REMOVE #skipReason, ${END_LEASE}`,
    condition: {
      settledAsSeen: '#status = :seenStatus',
      sameRound: '#series = :seenRound',
      // True as well where there is no such attribute.
      notDeleted: '#skipReason <> :deleted',
    },
    values: {
      ':pending': 'pending',
      ':none': 0,
      ':nextRound': seen.series + 1,
      ...dueValues(seen.callId, nowMs, sweepPeriodMs),
      ':seenStatus': seen.status,
      ':seenRound': seen.series,
      ':deleted': 'deleted',
    },
  });
  return kind === 'written';
}
