import type { DeliveryItem } from '../deliveries/item.ts';
import { callExpiryWrite } from '../deliveries/row-writes.ts';
import type { Table } from '../table/connect.ts';
import { keys } from '../table/keys.ts';
import { throwIfContended, transact, update, withConflictRetries } from '../table/transactions.ts';

/**
 * Gives a stored call an earlier expiry, in the call and in its delivery's row. Returns false if the call was deleted,
 * or already has this expiry or an earlier one.
 */
export const setExpiry = (table: Table, delivery: DeliveryItem, expiresAtUnixSeconds: number): Promise<boolean> =>
  withConflictRetries(async () => {
    const { tenantId, storedAtMs, callId } = delivery;
    const cancelled = await transact(table, {
      call: update(keys.call(tenantId, storedAtMs, callId), {
        update: 'SET #expiresAtUnixSeconds = :expiresAt',
        condition: {
          // Without this condition, the update would create an item for a call that was deleted.
          exists: 'attribute_exists(PK)',
          keptLonger: 'attribute_not_exists(#expiresAtUnixSeconds) OR #expiresAtUnixSeconds > :expiresAt',
        },
        values: { ':expiresAt': expiresAtUnixSeconds },
      }),
      delivery: callExpiryWrite(delivery, expiresAtUnixSeconds),
    });
    if (cancelled) throwIfContended(cancelled);
    return cancelled === undefined;
  }, table.pacing);
