import { idsOf } from '../../domain/deliveries/delivery.ts';
import { LANES } from '../../domain/deliveries/lane.ts';
import { LOG_MESSAGES } from '../../names/log-messages.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import type { ScheduledWakeUp } from './queue.ts';

interface Outcome {
  readonly scheduled: readonly ScheduledWakeUp[];
  readonly rejected: readonly ScheduledWakeUp[];
}

/** Logs one line for the wake-ups that a lane accepted, because lines cost by the byte, and one for each rejected one. */
export function logWakeUps({ logger }: Pick<Telemetry, 'logger'>, { scheduled, rejected }: Outcome): void {
  const sent = scheduled.filter((one) => !rejected.includes(one));
  for (const lane of LANES) {
    const callIds = sent.filter((one) => one.lane === lane).map(({ delivery }) => delivery.callId);
    if (callIds.length > 0) logger.info(LOG_MESSAGES.wakeUpsSent, { lane, callIds });
  }
  for (const { delivery, lane } of rejected) logger.warn(LOG_MESSAGES.wakeUpNotAccepted, { ...idsOf(delivery), lane });
}
