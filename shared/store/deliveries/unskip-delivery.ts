import { NO_WEBHOOK } from '../../domain/deliveries/skip-reasons.ts';
import type { Table } from '../table/connect.ts';
import { keys } from '../table/keys.ts';
import { updateItem } from '../table/update-item.ts';
import { BECOME_DUE, dueValues, UNDELIVERED } from './expressions.ts';

/** For this long after a call was stored, a retry of the voice platform can make the skipped delivery pending. */
export const UNSKIPPED_WITHIN_MS = 15 * 60_000;

/**
 * Makes a skipped delivery due, if it was recorded when its partner had no webhook. The relay gets only new rows, so
 * the next sweep wakes the delivery. Returns true only if the delivery was replayed and then skipped again for the same
 * reason.
 */
export async function unskipDelivery(table: Table, callId: string, nowMs: number): Promise<boolean> {
  const { item } = await updateItem(table, keys.delivery(callId), {
    update: `SET #status = :pending, ${BECOME_DUE} REMOVE #skipReason, ${UNDELIVERED}`,
    condition: { skippedAsRecorded: '#status = :skipped AND #skipReason = :noWebhook', firstRound: '#series = :first' },
    values: {
      ':pending': 'pending',
      ...dueValues(callId, nowMs, 0),
      ':skipped': 'skipped',
      ':noWebhook': NO_WEBHOOK,
      ':first': 1,
    },
  });
  return item?.['skipReason'] === NO_WEBHOOK;
}
