import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { byLane, type Lane } from '../../shared/domain/deliveries/lane.ts';
import { iso } from '../iso.ts';
import { lastMinutes, type WantedMetric } from '../metrics/metric-data.ts';
import type { Target } from '../target.ts';
import { ageIn, QUEUE_IDS, type QueueId, urlOf } from './queues.ts';

/** How operators call the queues. */
const NAMES = {
  ...byLane((lane) => lane),
  ...{ dead: 'dead-letters', relay: 'relay-failures' },
} as const satisfies Record<QueueId, string>;

/** SQS reports ages once a minute, and some minutes late. */
const AGE_MINUTES = 5;

/** Returns the queues. Counts are SQS's approximate ones, as of now. The age is as of the last minute that has one. */
export async function listQueues(target: Target) {
  const [counts, { startsMs, valuesOf }] = await Promise.all([
    Promise.all(QUEUE_IDS.map((id) => countsOf(target, urlOf(target, id)))),
    lastMinutes(target, agesOf(target), AGE_MINUTES),
  ]);
  return QUEUE_IDS.map((id, at) => {
    const newestMs = startsMs.findLast((startMs) => valuesOf(id).has(startMs));
    const oldestSeconds = newestMs === undefined ? null : (valuesOf(id).get(newestMs) ?? null);
    return { queue: NAMES[id], ...(counts[at] ?? NO_COUNTS), oldestSeconds };
  });
}

const NO_COUNTS = { waiting: 0, inFlight: 0, delayed: 0 };

/** Returns how many messages a queue holds, as SQS estimates it. */
export async function countsOf({ sqs }: Pick<Target, 'sqs'>, QueueUrl: string): Promise<typeof NO_COUNTS> {
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

/**
 * Returns how many seconds the oldest wake-up of each lane waited in each of the last minutes, oldest minute first. An
 * age is null if SQS has not reported it.
 */
export async function laneAges(target: Target, minutes: number) {
  const wanted = byLane((lane) => ageIn(target, lane));
  const { startsMs, valuesOf } = await lastMinutes(target, wanted, minutes);
  const age = (lane: Lane, startMs: number) => valuesOf(lane).get(startMs) ?? null;
  return startsMs.map((startMs) => ({
    minute: iso(startMs),
    ...byLane((lane) => age(lane, startMs)),
  }));
}

const agesOf = (target: Target): Record<QueueId, WantedMetric> => ({
  ...byLane((lane) => ageIn(target, lane)),
  dead: ageIn(target, 'dead'),
  relay: ageIn(target, 'relay'),
});
