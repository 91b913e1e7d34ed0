import { idsOf } from '../../domain/deliveries/delivery.ts';
import { LANES, type Lane } from '../../domain/deliveries/lane.ts';
import { LOG_MESSAGES } from '../../names/log-messages.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import type { ScheduledWakeUp, WakeUps } from './queue.ts';

interface Deps {
  readonly lanes: { of(partnerIds: readonly string[], nowMs: number): Promise<(partnerId: string) => Lane> };
  readonly wakeUps: Pick<WakeUps, 'sendAll'>;
}

type Delivery = ScheduledWakeUp['delivery'] & { readonly nextAttemptAtMs: number };

/**
 * Schedules the next attempt of each delivery in its partner's lane, with a hop count of 0. Returns all wake-ups as
 * `scheduled`, and those that a queue did not accept as `rejected`. Throws if a queue does not respond.
 */
export async function wakeAll({ lanes, wakeUps }: Deps, deliveries: readonly Delivery[], nowMs: number) {
  const laneOf = await lanes.of(
    deliveries.map(({ partnerId }) => partnerId),
    nowMs,
  );
  const scheduled = deliveries.map(
    (delivery): ScheduledWakeUp => ({
      delivery,
      lane: laneOf(delivery.partnerId),
      hops: 0,
      delayMs: Math.max(0, delivery.nextAttemptAtMs - nowMs),
    }),
  );
  return { scheduled, rejected: await wakeUps.sendAll(scheduled) };
}

interface Outcome {
  readonly scheduled: readonly ScheduledWakeUp[];
  readonly rejected: readonly ScheduledWakeUp[];
}

/** Logs one line per lane for accepted wake-ups, and one line per rejected wake-up. */
export function logWakeUps({ logger }: Pick<Telemetry, 'logger'>, { scheduled, rejected }: Outcome): void {
  const sent = scheduled.filter((one) => !rejected.includes(one));
  for (const lane of LANES) {
    const callIds = sent.filter((one) => one.lane === lane).map(({ delivery }) => delivery.callId);
    if (callIds.length > 0) logger.info(LOG_MESSAGES.wakeUpsSent, { lane, callIds });
  }
  for (const { delivery, lane } of rejected) logger.warn(LOG_MESSAGES.wakeUpNotAccepted, { ...idsOf(delivery), lane });
}
