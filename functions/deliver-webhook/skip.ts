import type { SkipReason } from '../../shared/domain/deliveries/delivery.ts';
import type { DeliveryItem } from '../../shared/store/deliveries/item.ts';
import type { Deps } from './deps.ts';
import { reportSkipped } from './reporting.ts';

/** Settles a delivery without an attempt. Does nothing if an attempt has begun or the delivery was settled meanwhile. */
export async function skip(deps: Deps, delivery: DeliveryItem, reason: SkipReason): Promise<void> {
  const { kind } = await deps.deliveries.skip(delivery, reason, deps.nowMs());
  if (kind === 'conditionFailed') return;
  reportSkipped(deps, delivery, reason);
}
