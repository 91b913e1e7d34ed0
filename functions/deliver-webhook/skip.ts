import { idsOf, type SkipReason } from '../../shared/domain/deliveries/delivery.ts';
import { LOG_MESSAGES } from '../../shared/names/log-messages.ts';
import type { DeliveryItem } from '../../shared/store/deliveries/item.ts';
import type { Deps } from './deps.ts';

/**
 * Settles a delivery without an attempt. Does nothing if an attempt has begun or the delivery was settled meanwhile.
 */
export async function skip(
  { deliveries, nowMs, meter, logger }: Deps,
  delivery: DeliveryItem,
  reason: SkipReason,
): Promise<void> {
  const { kind } = await deliveries.skip(delivery, reason, nowMs());
  if (kind === 'conditionFailed') return;
  meter.count('skipped');
  // Eight attempts take hours, and a call is kept for days. So the call expired because we did not attempt in time.
  if (reason === 'expired') meter.count('settledByFault');
  logger.info(LOG_MESSAGES.deliverySkipped, { ...idsOf(delivery), reason });
}
