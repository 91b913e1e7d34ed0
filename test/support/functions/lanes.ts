import type { Deps } from '../../../functions/deliver-webhook/deps.ts';
import { laneOfQueue } from '../../../shared/delivery/queue.ts';
import type { Lane } from '../../../shared/domain/deliveries/lane.ts';

/** The queues of tests that have no engine for them. */
export const QUEUE_URLS: Readonly<Record<Lane, string>> = {
  main: 'https://sqs.test/main',
  slow: 'https://sqs.test/slow',
  hung: 'https://sqs.test/hung',
};
export const queueArnOf = (lane: Lane) => `arn:aws:sqs:eu-west-1:000000000000:${lane}`;

/** Parts of `deliver-webhook` for tests in which no time passes: it neither watches its attempts nor takes messages. */
export const TIMELESS = {
  laneOfQueue: laneOfQueue(QUEUE_URLS),
  after: () => () => undefined,
  inbox: { take: () => Promise.reject(new Error('Took a message')), remove: async () => undefined },
} as const satisfies Partial<Deps>;

/** The context of an invocation with all its time left. */
export const IN_TIME = { getRemainingTimeInMillis: () => 60_000 };
