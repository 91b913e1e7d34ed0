import { GetEventSourceMappingCommand } from '@aws-sdk/client-lambda';
import { GetQueueAttributesCommand, QueueDoesNotExist } from '@aws-sdk/client-sqs';
import { LANES, type Lane } from '../../shared/domain/deliveries/lane.ts';
import { operatorCommand } from '../as-typed.ts';
import { MAPPING_NAMES, type MappingName, mappingIdOf } from '../commands/mapping.ts';
import { QUEUE_NAMES, type QueueName, queuesOf, urlOf } from '../dead-letters/queues.ts';
import { urlOf as laneUrlOf } from '../queues/queues.ts';
import type { Target } from '../target.ts';
import { type Check, type CheckResult, fine, REDEPLOY, wrong } from './check.ts';

const mappingCheck = (name: MappingName): Check => ({
  name: `mapping ${name}`,
  run: async (target) => {
    const { State = 'nothing', LastProcessingResult = '' } = await target.lambda.send(
      new GetEventSourceMappingCommand({ UUID: mappingIdOf(target, name) }),
    );
    if (State === 'Disabled' || State === 'Disabling') {
      const enable = operatorCommand(target, `mapping enable --name ${name}`);
      return wrong('is disabled: its function gets no work', enable);
    }
    if (State !== 'Enabled') return wrong(`is ${State}`, 'wait a minute, then run doctor again');
    const isFailing = LastProcessingResult.startsWith('PROBLEM');
    return isFailing ? wrong(LastProcessingResult, 'read the log of the function that this mapping invokes') : fine();
  },
});

const laneCheck = (lane: Lane): Check => ({
  name: `queue ${lane}`,
  run: (target) =>
    ofQueue(target, laneUrlOf(target, lane), (attributes) =>
      attributes['RedrivePolicy']
        ? fine(counts(attributes).join(', '))
        : wrong('has no dead-letter queue: a wake-up that always fails is retried for days', REDEPLOY),
    ),
});

const leftBehindCheck = (queue: QueueName): Check => ({
  name: `queue ${queue}`,
  run: async (target) => {
    if (!queuesOf(target).includes(queue)) return fine('does not exist in this version of the stack');
    return ofQueue(target, urlOf(target, queue), (attributes) => {
      const found = counts(attributes);
      if (found.length === 0) return fine();
      const look = operatorCommand(target, `dlq list --queue ${queue}`);
      return wrong(`has messages that our functions failed to handle: ${found.join(', ')}`, look);
    });
  },
});

/** Checks the mappings and queues that wake deliveries, and the queues of messages that were left behind. */
export const DELIVERY_CHECKS: readonly Check[] = [
  ...MAPPING_NAMES.map(mappingCheck),
  ...LANES.map(laneCheck),
  ...QUEUE_NAMES.map(leftBehindCheck),
];

type Attributes = Readonly<Record<string, string>>;

async function ofQueue(
  { sqs }: Target,
  QueueUrl: string,
  assess: (of: Attributes) => CheckResult,
): Promise<CheckResult> {
  try {
    const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
    return assess(Attributes ?? {});
  } catch (error) {
    if (!(error instanceof QueueDoesNotExist)) throw error;
    return wrong(`there is no queue ${QueueUrl}`, REDEPLOY);
  }
}

const COUNTS = {
  waiting: 'ApproximateNumberOfMessages',
  'in flight': 'ApproximateNumberOfMessagesNotVisible',
  delayed: 'ApproximateNumberOfMessagesDelayed',
} as const;

/** For example `3 waiting`. Leaves out zeros. */
const counts = (attributes: Attributes) =>
  Object.entries(COUNTS)
    .map(([words, name]) => ({ words, count: Number(attributes[name] ?? 0) }))
    .filter(({ count }) => count > 0)
    .map(({ words, count }) => `${count} ${words}`);
