import { idsOf } from '../domain/deliveries/delivery.ts';
import { LOG_MESSAGES } from '../names/log-messages.ts';
import type { Telemetry } from './telemetry.ts';

/** Tells of a delivery whose eighth attempt never reported a result, and which is dead now. */
export function reportGivenUp({ meter, logger }: Telemetry, delivery: Parameters<typeof idsOf>[0]): void {
  meter.count('exhausted');
  logger.warn(LOG_MESSAGES.deliveryGivenUp, { ...idsOf(delivery), status: 'dead' });
}
