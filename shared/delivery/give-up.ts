import { idsOf } from '../domain/deliveries/delivery.ts';
import { LOG_MESSAGES } from '../names/log-messages.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

interface Deps<Row> extends Telemetry {
  readonly deliveries: {
    giveUp(spent: Row, nowMs: number): Promise<{ readonly kind: 'written' | 'conditionFailed' }>;
  };
}

/**
 * Settles a delivery as dead when its last attempt never reported a result, then logs and counts it. Returns false if
 * the delivery has changed: in the meantime, the last attempt may have reported a result.
 */
export async function giveUp<Row extends Parameters<typeof idsOf>[0]>(
  { deliveries, meter, logger }: Deps<Row>,
  spent: Row,
  nowMs: number,
): Promise<boolean> {
  const { kind } = await deliveries.giveUp(spent, nowMs);
  if (kind === 'conditionFailed') return false;
  meter.count('exhausted');
  meter.count('settledByFault');
  logger.warn(LOG_MESSAGES.deliveryGivenUp, { ...idsOf(spent), status: 'dead' });
  return true;
}
