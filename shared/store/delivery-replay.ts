import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DeliveryStatus } from '../domain/delivery.ts';
import type { Table } from './connect.ts';
import { type DeliveryItem, dueKeys } from './delivery-item.ts';
import { expressions } from './expression.ts';
import { keys } from './keys.ts';
import { withConflictRetries } from './transactions.ts';

/** What an operator may send again. Pending needs no help, delivered has arrived. */
export const REPLAYABLE = ['dead', 'refused', 'skipped'] as const satisfies readonly DeliveryStatus[];

/** A deleted call has nothing left to send. */
export const isReplayable = ({ status, skipReason }: DeliveryItem) =>
  REPLAYABLE.some((replayable) => replayable === status) && skipReason !== 'deleted';

/**
 * Starts the next series of attempts, due now; the log of the earlier ones stays. A late answer to an earlier series
 * has no claim on the row any more. False when the row is no longer as it was seen.
 */
export async function startNextSeries(
  { db, name }: Table,
  seen: DeliveryItem,
  { nowMs, sweepPeriodMs }: { readonly nowMs: number; readonly sweepPeriodMs: number },
): Promise<boolean> {
  const due = dueKeys(seen.callId, nowMs, sweepPeriodMs);
  const write = new UpdateCommand({
    TableName: name,
    Key: keys.delivery(seen.callId),
    ...expressions({
      update:
        'SET #status = :pending, #attempts = :none, #series = :nextSeries, #nextAttemptAtMs = :nowMs, ' +
        '#dueShard = :dueShard, #sweepAtMs = :sweepAtMs REMOVE #skipReason, #leaseToken, #leaseUntilMs',
      condition: {
        settledAsSeen: '#status = :seenStatus',
        sameSeries: '#series = :seenSeries',
        notDeleted: 'attribute_not_exists(#skipReason) OR #skipReason <> :deleted',
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
    }),
  });
  try {
    await withConflictRetries(() => db.send(write));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
