import { idsOf } from '../../shared/domain/deliveries/delivery.ts';
import { LOG_MESSAGES } from '../../shared/names/log-messages.ts';
import type { Deps, Message } from './deps.ts';

/**
 * A wake-up with more hops is dropped, because it is in an endless loop of our own code. The waits of a delivery and its
 * moves to later lanes take far fewer hops. (Lambda's loop detection is off.)
 */
export const MAX_HOPS = 64;

/** Drops a wake-up with too many hops. The row keeps its due time, so the sweep finds the row. */
export function dropWakeUp({ meter, logger }: Deps, { wakeUp }: Message): void {
  meter.count('wakeUpsDropped');
  logger.warn(LOG_MESSAGES.wakeUpDropped, { ...idsOf(wakeUp), hops: wakeUp.hops });
}
