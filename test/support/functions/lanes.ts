import type { Deps } from '../../../functions/deliver-webhook/deps.ts';
import { LANES, type Lane } from '../../../shared/domain/deliveries/lane.ts';

/** The queues of tests that have no engine for them. */
export const QUEUE_URLS: Readonly<Record<Lane, string>> = {
  main: 'https://sqs.test/main',
  slow: 'https://sqs.test/slow',
  hung: 'https://sqs.test/hung',
};
export const queueArnOf = (lane: Lane) => `arn:aws:sqs:eu-west-1:000000000000:${lane}`;

export function laneAt(url: string | undefined): Lane {
  const lane = LANES.find((one) => QUEUE_URLS[one] === url);
  if (lane === undefined) throw new Error(`There is no queue ${url}`);
  return lane;
}

/** An inbox for tests in which no time passes, so that no further messages are received. */
export const NO_INBOX: Deps['inbox'] = {
  take: () => Promise.reject(new Error('Took a message')),
  remove: async () => undefined,
};

/** The context of an invocation with a minute left. */
export const IN_TIME = { getRemainingTimeInMillis: () => 60_000 };
