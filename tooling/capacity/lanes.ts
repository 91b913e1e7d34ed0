import { type Lane, laneAfter } from '../../shared/domain/deliveries/lane.ts';
import {
  LONG_POLL_SECONDS,
  MAX_REQUESTS_AT_ONCE,
  PATIENCE_MS,
  RESPONSE_LIMIT_MS,
} from '../../shared/domain/deliveries/numbers.ts';
import { FIRST_SHARDS, LATENCY_MS, POLL_SHARD_EVERY_MS, QUEUE_BATCH } from './aws.ts';
import { clamp, middle } from './numbers.ts';

/** Requests that one invocation has in flight on average. It takes no messages in the last quarter of its life. */
const REQUESTS_AT_ONCE = 0.8 * MAX_REQUESTS_AT_ONCE;
const LONG_POLL_MS = LONG_POLL_SECONDS * 1_000;
/**
 * How many invocations a busy lane keeps running. An invocation lives on while messages come at less than a second's
 * distance, so those that the mapping has once started take all messages, and their number hardly grows with the load.
 * Fitted to the simulation of AWS at 12 to 150 calls a second, which had 8 to 16.
 */
const steadyInvocations = (wakeUpsPerSecond: number) => 3.4 * Math.log(Math.max(Math.E, wakeUpsPerSecond));

/** The requests to the table before and after a request to a receiver: context, claim, outcome and health. */
const TABLE_TRIPS = 4;

/** What one lane needs at some load. */
export interface LaneUse {
  readonly wakeUpsPerSecond: number;
  /** Requests to receivers that are in flight at the same time, on average. */
  readonly requestsInFlight: number;
  readonly invocations: number;
  readonly invocationsPerSecond: number;
  /** Requests to SQS: sends, receives and deletes. */
  readonly queueRequestsPerSecond: number;
}

export const NO_USE: LaneUse = {
  ...{ wakeUpsPerSecond: 0, requestsInFlight: 0 },
  ...{ invocations: 0, invocationsPerSecond: 0, queueRequestsPerSecond: 0 },
};

/** Returns the lane that receivers with this response time get. */
export const laneOf = (receiverMs: number): Lane => laneAfter(receiverMs);

/** Invocations of the relay in a second: one for each poll of a shard that finds records. */
export function relayPollsPerSecond(callsPerSecond: number): number {
  const perShard = callsPerSecond / FIRST_SHARDS;
  if (perShard === 0) return 0;
  const roundSeconds = (POLL_SHARD_EVERY_MS + middle(LATENCY_MS.stream)) / 1_000;
  // After a pause, the next poll comes at any moment of its period.
  const pauseSeconds = 1 / perShard + POLL_SHARD_EVERY_MS / 2_000;
  return FIRST_SHARDS / (roundSeconds + Math.exp((-perShard * POLL_SHARD_EVERY_MS) / 1_000) * pauseSeconds);
}

/** Messages that come together, because the relay sends its batch in requests of at most ten. */
export function batchOf(callsPerSecond: number): number {
  const records = callsPerSecond === 0 ? 1 : callsPerSecond / relayPollsPerSecond(callsPerSecond);
  return records / Math.max(1, records / QUEUE_BATCH + 0.5);
}

/** Returns the use of a lane for deliveries to receivers that respond. */
export function respondingUse(wakeUpsPerSecond: number, batch: number, receiverMs: number, ownMs: number): LaneUse {
  const workMs = TABLE_TRIPS * middle(LATENCY_MS.table) + ownMs;
  const slow = clamp((receiverMs * 1.75 + workMs - PATIENCE_MS) / (receiverMs * 1.5), 0, 1);
  const anySlow = 1 - (1 - slow) ** batch;
  const quickMs = Math.min(PATIENCE_MS, receiverMs * 0.75 + workMs);
  const slowMs = Math.max(PATIENCE_MS, receiverMs + workMs) + LONG_POLL_MS;
  return useOf({
    wakeUpsPerSecond,
    arrivalsPerSecond: wakeUpsPerSecond / batch,
    requestsInFlight: (wakeUpsPerSecond * (receiverMs + workMs)) / 1_000,
    lifeMs: anySlow * slowMs + (1 - anySlow) * quickMs + 2 * middle(LATENCY_MS.queue),
  });
}

/** Returns the use of the hung lane, in which each attempt times out and each longer wait takes several hops. */
export function hangingUse(attemptsPerSecond: number, hopsPerSecond: number): LaneUse {
  const wakeUpsPerSecond = attemptsPerSecond + hopsPerSecond;
  return useOf({
    wakeUpsPerSecond,
    arrivalsPerSecond: wakeUpsPerSecond,
    requestsInFlight: (attemptsPerSecond * RESPONSE_LIMIT_MS) / 1_000,
    lifeMs: ((RESPONSE_LIMIT_MS + LONG_POLL_MS / 2) * attemptsPerSecond) / wakeUpsPerSecond,
  });
}

interface Arrivals {
  readonly wakeUpsPerSecond: number;
  readonly arrivalsPerSecond: number;
  readonly requestsInFlight: number;
  /** How long an invocation lives that gets no further message. */
  readonly lifeMs: number;
}

function useOf({ wakeUpsPerSecond, arrivalsPerSecond, requestsInFlight, lifeMs }: Arrivals): LaneUse {
  if (wakeUpsPerSecond === 0) return NO_USE;
  const alone = (arrivalsPerSecond * lifeMs) / 1_000;
  const invocations = Math.max(
    Math.min(alone, steadyInvocations(wakeUpsPerSecond)),
    requestsInFlight / REQUESTS_AT_ONCE,
  );
  const emptyReceives = invocations * Math.exp(-arrivalsPerSecond / invocations);
  return {
    wakeUpsPerSecond,
    requestsInFlight,
    invocations,
    invocationsPerSecond: Math.min(arrivalsPerSecond, (invocations * 1_000) / lifeMs),
    queueRequestsPerSecond: 3 * arrivalsPerSecond + emptyReceives,
  };
}

/** Adds up two uses of the same lane. */
export const bothUses = (one: LaneUse, other: LaneUse): LaneUse => ({
  wakeUpsPerSecond: one.wakeUpsPerSecond + other.wakeUpsPerSecond,
  requestsInFlight: one.requestsInFlight + other.requestsInFlight,
  invocations: one.invocations + other.invocations,
  invocationsPerSecond: one.invocationsPerSecond + other.invocationsPerSecond,
  queueRequestsPerSecond: one.queueRequestsPerSecond + other.queueRequestsPerSecond,
});
