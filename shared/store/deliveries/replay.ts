import { isReplayable, nextRound } from '../../domain/deliveries/replay-policy.ts';
import type { Table } from '../table/connect.ts';
import { keys } from '../table/keys.ts';
import { updateItem } from '../table/update-item.ts';
import { BECOME_DUE, dueValues, END_LEASE, UNDELIVERED } from './expressions.ts';
import type { DeliveryItem } from './item.ts';

/**
 * Starts the next replay round, due now, and keeps the log of the earlier rounds. A late result of an earlier round can
 * no longer change the row. Returns false if there is nothing to replay, or if the row has changed since it was read.
 */
export async function startReplayRound(
  table: Table,
  seen: DeliveryItem,
  { nowMs, sweepPeriodMs }: { readonly nowMs: number; readonly sweepPeriodMs: number },
): Promise<boolean> {
  if (!isReplayable(seen, nowMs)) return false;
  const next = nextRound(seen);
  const { kind } = await updateItem(table, keys.delivery(seen.callId), {
    update:
      `SET #status = :nextStatus, #attempts = :nextAttempts, #series = :nextSeries, ${BECOME_DUE} ` +
      `REMOVE #skipReason, ${UNDELIVERED}, ${END_LEASE}`,
    condition: {
      settledAsSeen: '#status = :seenStatus',
      sameRound: '#series = :seenRound',
      // The condition also holds for a row without `skipReason`.
      notDeleted: '#skipReason <> :deleted',
      callNotExpired: 'attribute_not_exists(#callExpiresAtUnixSeconds) OR #callExpiresAtUnixSeconds > :nowUnixSeconds',
    },
    values: {
      ':nextStatus': next.status,
      ':nextAttempts': next.attempts,
      ':nextSeries': next.series,
      ...dueValues(seen.callId, nowMs, sweepPeriodMs),
      ':seenStatus': seen.status,
      ':seenRound': seen.series,
      ':deleted': 'deleted',
      ':nowUnixSeconds': Math.floor(nowMs / 1_000),
    },
  });
  return kind === 'written';
}
