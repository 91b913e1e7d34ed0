import type { Lane } from '../../domain/deliveries/lane.ts';
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
