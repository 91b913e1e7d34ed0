import { keys } from '../table/keys.ts';
import { update } from '../table/transactions.ts';
import { END_LEASE, LEAVE_DUE_INDEX } from './expressions.ts';
import type { DeliveryItem } from './item.ts';

/** As part of the transaction that deletes the call: the delivery is never sent or replayed again, and keeps the call's id. */
export const tombstone = ({ callId, tenantId }: DeliveryItem) =>
  update(keys.delivery(callId), {
    update: `SET #status = :skipped, #skipReason = :deleted REMOVE ${END_LEASE}, ${LEAVE_DUE_INDEX}`,
    condition: { sameLine: '#tenantId = :tenantId' },
    values: { ':skipped': 'skipped', ':deleted': 'deleted', ':tenantId': tenantId },
  });
