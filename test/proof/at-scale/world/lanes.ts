import { stageSettings } from '../../../../lib/stages.ts';
import type { Lane } from '../../../../shared/domain/deliveries/lane.ts';

const { deliveryConcurrency } = stageSettings('prod');

/** The lanes, each with a queue and a mapping of its own, as in stage prod. */
export const LANES: Readonly<Record<Lane, { readonly maxConcurrency: number }>> = {
  main: { maxConcurrency: deliveryConcurrency.main },
  slow: { maxConcurrency: deliveryConcurrency.slow },
};

export const LANE_NAMES: readonly Lane[] = ['main', 'slow'];

const urlOf = (lane: Lane) => `https://sqs.test/${lane}`;
export const arnOf = (lane: Lane) => `arn:aws:sqs:eu-west-1:000000000000:${lane}`;

/** Returns the lane of the queue with this URL. */
export function laneAt(url: string | undefined): Lane {
  const lane = LANE_NAMES.find((one) => urlOf(one) === url);
  if (lane === undefined) throw new Error(`There is no queue ${url}`);
  return lane;
}

/** The URLs by lane, as the functions get them. */
export const QUEUE_URLS: Readonly<Record<Lane, string>> = { main: urlOf('main'), slow: urlOf('slow') };
