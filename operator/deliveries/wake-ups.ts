import { wakeUpQueues } from '../../shared/delivery/queue.ts';
import type { StackOutputs, Target } from '../target.ts';

export interface WakeUpTarget extends Pick<Target, 'sqs'> {
  readonly outputs: Pick<StackOutputs, 'DeliveryQueueUrl' | 'SlowQueueUrl' | 'HungQueueUrl'>;
}

/** Returns the service's queues of wake-ups. */
export const wakeUpsOf = ({ sqs, outputs }: WakeUpTarget) =>
  wakeUpQueues(sqs, {
    main: outputs.DeliveryQueueUrl,
    slow: outputs.SlowQueueUrl,
    hung: outputs.HungQueueUrl,
  });
