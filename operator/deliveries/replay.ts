import type { DeliveryItem } from '../../shared/store/deliveries/item.ts';
import { startReplayRound } from '../../shared/store/deliveries/replay.ts';
import { findDelivery } from '../records/delivery-queries.ts';
import type { Target } from '../target.ts';
import { type WakeUpTarget, wakeUpsOf } from './wake-ups.ts';

/** Ten a second: a partner's receiver that just came back is not run over by what it missed. */
const GAP_MS = 100;

/** Of a service, what a replay needs. */
export type ReplayTarget = WakeUpTarget & Pick<Target, 'table' | 'nowMs' | 'sleepMs' | 'sweepPeriodMs'>;

/**
 * Starts the next round of each delivery, one after the other, and returns how many are in it now. A round that somebody
 * else has started meanwhile counts; a delivery that has changed in another way is left alone. An error on the way is
 * thrown with the number replayed so far.
 */
export async function replay(target: ReplayTarget, deliveries: readonly DeliveryItem[]): Promise<number> {
  let replayed = 0;
  for (const delivery of deliveries) {
    if (replayed > 0) await target.sleepMs(GAP_MS);
    try {
      if (await replayOne(target, delivery)) replayed += 1;
    } catch (error) {
      throw new InterruptedReplay(`after ${replayed} of ${deliveries.length}`, error);
    }
  }
  return replayed;
}

class InterruptedReplay extends Error {
  override readonly name = 'Interrupted';

  constructor(progress: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message || cause.name : String(cause);
    super(`${progress} (${why}); run it again to replay the rest; the sweep resumes those already started`, { cause });
  }
}

/** Returns whether its next round has begun. */
async function replayOne(target: ReplayTarget, delivery: DeliveryItem): Promise<boolean> {
  const { table, nowMs, sweepPeriodMs } = target;
  const { callId, partnerId, tenantId, storedAtMs } = delivery;
  const isStarted = await startReplayRound(table, delivery, { nowMs: nowMs(), sweepPeriodMs });
  if (!isStarted && !isStartedElsewhere(delivery, await findDelivery(table, callId))) return false;
  await wakeUpsOf(target).send({
    delivery: { callId, partnerId, tenantId, storedAtMs },
    lane: 'main',
    hops: 0,
    delayMs: 0,
  });
  return true;
}

/** By another operator, or by our own request whose answer was lost. It needs a wake-up, and a second one does no harm. */
const isStartedElsewhere = (seen: DeliveryItem, now: DeliveryItem | undefined) =>
  now?.status === 'pending' && now.series === seen.series + 1;
