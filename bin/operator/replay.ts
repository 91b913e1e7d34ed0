import { localOverrides } from '../../shared/config/local-overrides.ts';
import { wakeUpQueues } from '../../shared/delivery/queue.ts';
import type { DeliveryItem } from '../../shared/store/delivery-item.ts';
import { findDelivery } from '../../shared/store/delivery-queries.ts';
import { startNextSeries } from '../../shared/store/delivery-replay.ts';
import type { StackOutputs, Target } from './target.ts';

/** Ten a second: a partner's receiver that just came back is not run over by what it missed. */
const GAP_MS = 100;

/** Of a service, what a replay needs. */
export interface ReplayTarget extends Pick<Target, 'table' | 'sqs' | 'nowMs' | 'sleepMs'> {
  readonly outputs: Pick<StackOutputs, 'DeliveryQueueUrl' | 'SlowQueueUrl'>;
}

/** Has the deliveries sent again, one after the other, and answers how many were; one that moved meanwhile is left. */
export async function replay(target: ReplayTarget, deliveries: readonly DeliveryItem[]): Promise<number> {
  const { table, sqs, outputs, nowMs, sleepMs } = target;
  const wakeUps = wakeUpQueues(sqs, { main: outputs.DeliveryQueueUrl, slow: outputs.SlowQueueUrl });
  const { sweepPeriodMs } = localOverrides();
  let replayed = 0;
  for (const delivery of deliveries) {
    if (replayed > 0) await sleepMs(GAP_MS);
    const { callId, partnerId, tenantId, storedAtMs } = delivery;
    const isStarted = await startNextSeries(table, delivery, { nowMs: nowMs(), sweepPeriodMs });
    if (!isStarted && !isStartedElsewhere(delivery, await findDelivery(table, callId))) continue;
    await wakeUps.send({ delivery: { callId, partnerId, tenantId, storedAtMs }, lane: 'main', delayMs: 0 });
    replayed += 1;
  }
  return replayed;
}

/** By another operator, or by our own request whose answer was lost. It needs a wake-up, and a second one does no harm. */
const isStartedElsewhere = (seen: DeliveryItem, now: DeliveryItem | undefined) =>
  now?.status === 'pending' && now.series === seen.series + 1;
