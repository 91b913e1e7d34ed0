import { wakeUpQueues } from '../../shared/delivery/wake-ups/queue.ts';
import { byLane } from '../../shared/domain/deliveries/lane.ts';
import { QUEUE_NAMES, type QueueName } from '../console/protocol/queues.ts';
import type { WantedMetric } from '../metrics/metric-data.ts';
import { requiredOutput, type StackOutputs, type Target } from '../target.ts';

/** The stack output with the URL of each queue. */
const OUTPUTS = {
  main: 'DeliveryQueueUrl',
  slow: 'SlowQueueUrl',
  hung: 'HungQueueUrl',
  intake: 'IntakeQueueUrl',
  'dead-letters': 'DeadLetterQueueUrl',
  'relay-failures': 'RelayFailureQueueUrl',
  'intake-dead-letters': 'IntakeDeadLetterQueueUrl',
} as const satisfies Record<QueueName, keyof StackOutputs>;

interface With<Name extends QueueName> {
  readonly outputs: Readonly<Pick<StackOutputs, (typeof OUTPUTS)[Name]>>;
}

/** Throws a Problem if the stack is of an earlier version that lacks the queue. */
export const urlOf = <Name extends QueueName>({ outputs }: With<Name>, name: Name): string =>
  requiredOutput(outputs, OUTPUTS[name]);

/** Returns those of the named queues that the stack has. An earlier version deployed fewer queues. */
export const existingQueues = <Name extends QueueName>({ outputs }: Pick<Target, 'outputs'>, names: readonly Name[]) =>
  names.filter((name) => outputs[OUTPUTS[name]] !== undefined);

export const queuesOf = (target: Pick<Target, 'outputs'>) => existingQueues(target, QUEUE_NAMES);

/** Returns the metric for the age in seconds of a queue's oldest message. */
export const oldestMessageAgeMetric = (target: Pick<Target, 'outputs'>, name: QueueName): WantedMetric => ({
  namespace: 'AWS/SQS',
  name: 'ApproximateAgeOfOldestMessage',
  dimensions: { QueueName: urlOf(target, name).split('/').at(-1) ?? '' },
  statistic: 'Maximum',
});

export interface WakeUpTarget extends Pick<Target, 'sqs'> {
  readonly outputs: Pick<StackOutputs, 'DeliveryQueueUrl' | 'SlowQueueUrl' | 'HungQueueUrl'>;
}

export const wakeUpQueuesOf = (target: WakeUpTarget) =>
  wakeUpQueues(
    target.sqs,
    byLane((lane) => urlOf(target, lane)),
  );
