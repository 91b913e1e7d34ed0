import { wakeUpQueues } from '../../shared/delivery/wake-ups/queue.ts';
import { byLane } from '../../shared/domain/deliveries/lane.ts';
import { urlOf } from '../queues/queues.ts';
import type { StackOutputs, Target } from '../target.ts';

export interface WakeUpTarget extends Pick<Target, 'sqs'> {
  readonly outputs: Pick<StackOutputs, 'DeliveryQueueUrl' | 'SlowQueueUrl' | 'HungQueueUrl'>;
}

export const wakeUpQueuesOf = (target: WakeUpTarget) =>
  wakeUpQueues(
    target.sqs,
    byLane((lane) => urlOf(target, lane)),
  );
