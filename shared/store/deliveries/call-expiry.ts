import { keys } from '../table/keys.ts';
import { update } from '../table/transactions.ts';
import type { DeliveryItem } from './item.ts';

/**
 * Returns the write for the transaction that gives a stored call an earlier expiry. The delivery then knows the expiry
 * without a read of the call.
 */
export const callExpiry = ({ callId }: Pick<DeliveryItem, 'callId'>, expiresAtUnixSeconds: number) =>
  update(keys.delivery(callId), {
    update: 'SET #callExpiresAtUnixSeconds = :expiresAt',
    condition: {
      keptLonger: 'attribute_not_exists(#callExpiresAtUnixSeconds) OR #callExpiresAtUnixSeconds > :expiresAt',
      exists: 'attribute_exists(PK)',
    },
    values: { ':expiresAt': expiresAtUnixSeconds },
  });
