import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { byLane, type Lane } from '../../shared/domain/deliveries/lane.ts';
import { isoTime } from '../iso-time.ts';
import { readLastMinutes, type WantedMetric } from '../metrics/metric-data.ts';
import type { Target } from '../target.ts';
import { oldestMessageAgeMetric, queuesOf, urlOf } from './queues.ts';

/**
 * How many minutes to look back for the age of a queue's oldest message. SQS reports ages once a minute, but some
 * minutes late.
 */
const AGE_MINUTES = 5;

/**
 * Returns for each queue the counts of its messages and the age of the oldest one. The counts are the current estimates
 * of SQS. Each age is from the last minute for which SQS reported an age.
 */
export async function listQueues(target: Target) {
  const names = queuesOf(target);
  const ages: Readonly<Record<string, WantedMetric>> = Object.fromEntries(
    names.map((name) => [name, oldestMessageAgeMetric(target, name)]),
  );
  const [counts, { startsMs, valuesOf }] = await Promise.all([
    Promise.all(names.map((name) => messageCounts(target, urlOf(target, name)))),
    readLastMinutes(target, ages, AGE_MINUTES),
  ]);
  return names.map((queue, at) => {
    const newestMs = startsMs.findLast((startMs) => valuesOf(queue).has(startMs));
    const oldestSeconds = newestMs === undefined ? null : (valuesOf(queue).get(newestMs) ?? null);
    return { queue, ...(counts[at] ?? NO_COUNTS), oldestSeconds };
  });
}

const NO_COUNTS = { waiting: 0, inFlight: 0, delayed: 0 };

/** Returns the estimates of SQS for how many messages a queue has. */
export async function messageCounts({ sqs }: Pick<Target, 'sqs'>, QueueUrl: string): Promise<typeof NO_COUNTS> {
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
  return messageCountsIn(Attributes);
}

export const messageCountsIn = (attributes: Readonly<Record<string, string>> = {}): typeof NO_COUNTS => ({
  waiting: Number(attributes['ApproximateNumberOfMessages'] ?? 0),
  inFlight: Number(attributes['ApproximateNumberOfMessagesNotVisible'] ?? 0),
  delayed: Number(attributes['ApproximateNumberOfMessagesDelayed'] ?? 0),
});

/**
 * Returns for each minute the age of the oldest wake-up of each lane, oldest minute first. An age is null if SQS has
 * not reported it.
 */
export async function oldestWakeUpAges(target: Target) {
  const wanted = byLane((lane) => oldestMessageAgeMetric(target, lane));
  const { startsMs, valuesOf } = await readLastMinutes(target, wanted);
  const age = (lane: Lane, startMs: number) => valuesOf(lane).get(startMs) ?? null;
  return startsMs.map((startMs) => ({
    minute: isoTime(startMs),
    ...byLane((lane) => age(lane, startMs)),
  }));
}
