import { nextRound, REPLAYS_PER_SECOND } from '../../shared/domain/deliveries/replay-policy.ts';
import type { DeliveryItem } from '../../shared/store/deliveries/item.ts';
import { startReplayRound } from '../../shared/store/deliveries/replay.ts';
import type { Watch } from '../command.ts';
import { Interrupted } from '../errors.ts';
import { type WakeUpTarget, wakeUpQueuesOf } from '../queues/queues.ts';
import { findDelivery } from '../records/delivery-queries.ts';
import type { Target } from '../target.ts';

const GAP_MS = 1_000 / REPLAYS_PER_SECOND;

export type ReplayTarget = WakeUpTarget & Pick<Target, 'table' | 'nowMs' | 'sleepMs' | 'sweepPeriodMs'>;

/**
 * Starts the next round of each delivery. Returns how many deliveries are now in that round, including those whose
 * round another operator has started meanwhile. Does not replay a delivery that changed in another way. A replay that is
 * stopped does not start the remaining rounds.
 */
export async function replayDeliveries(
  target: ReplayTarget,
  deliveries: readonly DeliveryItem[],
  watch?: Watch,
): Promise<number> {
  let replayed = 0;
  for (const [done, delivery] of deliveries.entries()) {
    watch?.onProgress(done, deliveries.length);
    if (watch?.isStopped()) break;
    if (replayed > 0) await target.sleepMs(GAP_MS);
    try {
      if (await replayOne(target, delivery)) replayed += 1;
    } catch (error) {
      const rest = 'replay the rest; the sweep wakes deliveries whose replay has begun';
      throw new Interrupted(`${replayed} of ${deliveries.length} deliveries were replayed`, rest, error);
    }
  }
  return replayed;
}

/** Returns false if the delivery changed meanwhile, unless its next round has already begun. */
async function replayOne(target: ReplayTarget, delivery: DeliveryItem): Promise<boolean> {
  const { table, nowMs, sweepPeriodMs } = target;
  const { callId, partnerId, tenantId, storedAtMs } = delivery;
  const isStarted = await startReplayRound(table, delivery, { nowMs: nowMs(), sweepPeriodMs });
  if (!isStarted && !isStartedElsewhere(delivery, await findDelivery(table, callId))) return false;
  await wakeUpQueuesOf(target).send({
    delivery: { callId, partnerId, tenantId, storedAtMs },
    lane: 'main',
    hops: 0,
    delayMs: 0,
  });
  return true;
}

/** Reports whether another operator, or our own request whose response was lost, has already begun the next round. */
const isStartedElsewhere = (seen: DeliveryItem, now: DeliveryItem | undefined) =>
  now?.status === 'pending' && now.series === nextRound(seen).series;
