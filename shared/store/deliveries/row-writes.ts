import type { SkipReason } from '../../domain/deliveries/skip-reasons.ts';
import type { CallItem } from '../calls/item.ts';
import { isNew } from '../table/expression.ts';
import { keys } from '../table/keys.ts';
import { put, update } from '../table/transactions.ts';
import { END_LEASE, LEAVE_DUE_INDEX, UNDELIVERED } from './expressions.ts';
import { type DeliveryItem, newDelivery } from './item.ts';

/**
 * Returns the write of a new delivery, for the transaction that stores the call. Its condition ensures that no two
 * calls, even of different lines, have the same id.
 */
export const newDeliveryWrite = (call: CallItem, sweepPeriodMs: number, skipReason: SkipReason | undefined) =>
  put({ ...keys.delivery(call.callId), ...newDelivery(call, sweepPeriodMs, skipReason) }, { condition: isNew });

/**
 * Returns the write of the delivery's row for the transaction that deletes the call. The delivery leaves the indexes
 * `due` and `undelivered`, because it can never be sent or replayed again. The row prevents another call with the same
 * id.
 */
export const deletedCallWrite = ({ callId, tenantId }: Pick<DeliveryItem, 'callId' | 'tenantId'>) =>
  update(keys.delivery(callId), {
    update: `SET #status = :skipped, #skipReason = :deleted REMOVE ${END_LEASE}, ${LEAVE_DUE_INDEX}, ${UNDELIVERED}`,
    condition: { sameLine: '#tenantId = :tenantId' },
    values: { ':skipped': 'skipped', ':deleted': 'deleted', ':tenantId': tenantId },
  });

/**
 * Returns a write that copies the earlier expiry of a stored call to the row of its delivery. So the sweep need not
 * read the call.
 */
export const callExpiryWrite = ({ callId }: Pick<DeliveryItem, 'callId'>, expiresAtUnixSeconds: number) =>
  update(keys.delivery(callId), {
    update: 'SET #callExpiresAtUnixSeconds = :expiresAt',
    condition: {
      keptLonger: 'attribute_not_exists(#callExpiresAtUnixSeconds) OR #callExpiresAtUnixSeconds > :expiresAt',
      exists: 'attribute_exists(PK)',
    },
    values: { ':expiresAt': expiresAtUnixSeconds },
  });
