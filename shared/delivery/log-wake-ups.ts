import { idsOf } from '../domain/deliveries/delivery.ts';
import { LOG_MESSAGES } from '../names/log-messages.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { ScheduledWakeUp } from './queue.ts';

interface Outcome {
  readonly scheduled: readonly ScheduledWakeUp[];
  readonly rejected: readonly ScheduledWakeUp[];
}

/**
 * Logs one line for each wake-up, because a line about several calls would be missing from the traces of these calls.
 */
export function logWakeUps({ logger }: Pick<Telemetry, 'logger'>, { scheduled, rejected }: Outcome): void {
  for (const one of scheduled) {
    const about = { ...idsOf(one.delivery), lane: one.lane };
    if (rejected.includes(one)) logger.warn(LOG_MESSAGES.wakeUpNotAccepted, about);
    else logger.info(LOG_MESSAGES.wakeUpSent, about);
  }
}
