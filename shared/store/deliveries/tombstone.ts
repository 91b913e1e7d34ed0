import { keys } from '../table/keys.ts';
import { update } from '../table/transactions.ts';
import { END_LEASE, LEAVE_DUE_INDEX } from './expressions.ts';
import type { DeliveryItem } from './item.ts';

/**
 * Returns the write for the transaction that deletes the call. The delivery can never be sent or replayed again, and
 * its row keeps the call's id from being reused.
 */
export const tombstone = ({ callId, tenantId }: Pick<DeliveryItem, 'callId' | 'tenantId'>) =>
  update(keys.delivery(callId), {
    update: `SET #status = :skipped, #skipReason = :deleted REMOVE ${END_LEASE}, ${LEAVE_DUE_INDEX}`,
    condition: { sameLine: '#tenantId = :tenantId' },
    values: { ':skipped': 'skipped', ':deleted': 'deleted', ':tenantId': tenantId },
  });
