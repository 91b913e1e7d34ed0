import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { lastMinutes, type WantedMetric } from '../metrics/metric-data.ts';
import type { StackOutputs, Target } from '../target.ts';

/** The three lanes of the wake-ups, then the queues of messages that our functions could not handle. */
const QUEUES = {
  main: 'DeliveryQueueUrl',
  slow: 'SlowQueueUrl',
  hung: 'HungQueueUrl',
  dead: 'DeadLetterQueueUrl',
  relay: 'RelayFailureQueueUrl',
} as const satisfies Record<string, keyof StackOutputs>;
type QueueId = keyof typeof QUEUES;
const IDS = ['main', 'slow', 'hung', 'dead', 'relay'] as const satisfies QueueId[];

/** How operators call the queues. */
const NAMES = {
  ...{ main: 'main', slow: 'slow', hung: 'hung' },
  ...{ dead: 'dead-letters', relay: 'relay-failures' },
} as const satisfies Record<QueueId, string>;

/** SQS reports ages once a minute, and some minutes late. */
const AGE_MINUTES = 5;

/** Returns the queues. Counts are SQS's approximate ones, as of now. The age is as of the last minute that has one. */
export async function listQueues(target: Target, realMs?: number) {
  const [counts, { startsMs, valuesOf }] = await Promise.all([
    Promise.all(IDS.map((id) => countsOf(target, target.outputs[QUEUES[id]]))),
    lastMinutes(target, agesOf(target), AGE_MINUTES, realMs),
  ]);
  return IDS.map((id, at) => {
    const newestMs = startsMs.findLast((startMs) => valuesOf(id).has(startMs));
    const oldestSeconds = newestMs === undefined ? null : (valuesOf(id).get(newestMs) ?? null);
    return { queue: NAMES[id], ...(counts[at] ?? NO_COUNTS), oldestSeconds };
  });
}

const NO_COUNTS = { waiting: 0, inFlight: 0, delayed: 0 };

async function countsOf({ sqs }: Pick<Target, 'sqs'>, QueueUrl: string): Promise<typeof NO_COUNTS> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl,
      AttributeNames: [
        'ApproximateNumberOfMessages',
        'ApproximateNumberOfMessagesNotVisible',
        'ApproximateNumberOfMessagesDelayed',
      ],
    }),
  );
  return {
    waiting: Number(Attributes['ApproximateNumberOfMessages'] ?? 0),
    inFlight: Number(Attributes['ApproximateNumberOfMessagesNotVisible'] ?? 0),
    delayed: Number(Attributes['ApproximateNumberOfMessagesDelayed'] ?? 0),
  };
}

function agesOf({ outputs }: Target): Record<QueueId, WantedMetric> {
  const ageIn = (id: QueueId): WantedMetric => ({
    namespace: 'AWS/SQS',
    name: 'ApproximateAgeOfOldestMessage',
    dimensions: { QueueName: outputs[QUEUES[id]].split('/').at(-1) ?? '' },
    statistic: 'Maximum',
  });
  return { main: ageIn('main'), slow: ageIn('slow'), hung: ageIn('hung'), dead: ageIn('dead'), relay: ageIn('relay') };
}
