import type { SkipReason } from '../../domain/deliveries/delivery.ts';
import type { CallItem } from '../calls/item.ts';
import { isNew } from '../table/expression.ts';
import { keys } from '../table/keys.ts';
import { put } from '../table/transactions.ts';
import { newDelivery } from './item.ts';

/**
 * Returns the write of a new delivery, for the transaction that stores the call. Its condition makes the call's id
 * unique across all lines, for ever.
 */
export const createDelivery = (call: CallItem, sweepPeriodMs: number, skipReason: SkipReason | undefined) =>
  put({ ...keys.delivery(call.callId), ...newDelivery(call, sweepPeriodMs, skipReason) }, { condition: isNew });
