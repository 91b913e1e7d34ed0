import { type Ids, idsOf } from '../domain/deliveries/delivery.ts';
import { LOG_MESSAGES } from '../names/log-messages.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

/** Logs and counts a delivery that was declared dead because its last attempt never reported a result. */
export function reportDeadDelivery({ meter, logger }: Telemetry, delivery: Ids): void {
  meter.count('dead');
  meter.count('settledByFault');
  logger.warn(LOG_MESSAGES.deliveryDeclaredDead, { ...idsOf(delivery), status: 'dead' });
}
