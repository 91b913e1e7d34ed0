import type { StageSettings } from '../../../../lib/stages.ts';
import { LANES, type Lane } from '../../../../shared/domain/deliveries/lane.ts';

/** Returns how many batches of a lane may run at the same time. */
export const concurrencyOf = (lane: Lane, { deliveryConcurrency }: StageSettings) => deliveryConcurrency[lane];

const urlOf = (lane: Lane) => `https://sqs.test/${lane}`;
export const arnOf = (lane: Lane) => `arn:aws:sqs:eu-west-1:000000000000:${lane}`;

/** The URLs of the queues, as the functions get them. */
export const QUEUE_URLS: Readonly<Record<Lane, string>> = {
  main: urlOf('main'),
  slow: urlOf('slow'),
  hung: urlOf('hung'),
};

/** Returns the lane of the queue with this URL. */
export function laneAt(url: string | undefined): Lane {
  const lane = LANES.find((one) => urlOf(one) === url);
  if (lane === undefined) throw new Error(`There is no queue ${url}`);
  return lane;
}
