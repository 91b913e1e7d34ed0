import { MAX_REQUESTS_AT_ONCE, PATIENCE_MS } from '../../functions/deliver-webhook/further-messages.ts';
import { LONG_POLL_SECONDS } from '../../shared/delivery/wake-ups/inbox.ts';
import { MESSAGES_PER_REQUEST } from '../../shared/domain/batch-sizes.ts';
import { RESPONSE_LIMIT_MS } from '../../shared/domain/deliveries/response-timeout.ts';
import { FIRST_SHARDS, LATENCY_MS, POLL_SHARD_EVERY_MS } from './aws-figures.ts';
import { clamp, midpoint } from './numbers.ts';

/**
 * How many requests a fully used invocation has in flight on average: fewer than its maximum, because it takes no more
 * messages near its end.
 */
const REQUESTS_AT_ONCE = 0.8 * MAX_REQUESTS_AT_ONCE;
const LONG_POLL_MS = LONG_POLL_SECONDS * 1_000;
/**
 * How many invocations a busy lane keeps running. An invocation that waits for a receiver keeps running while messages
 * arrive less than a second apart. So the running invocations take all messages, and a higher load starts few more
 * invocations. The formula is fitted to the simulation of AWS, which had 8 to 16 invocations at 12 to 150 calls per
 * second.
 */
const steadyInvocations = (wakeUpsPerSecond: number) => 3.4 * Math.log(Math.max(Math.E, wakeUpsPerSecond));

/** The shortest and the longest response time of a receiver, as shares of its average response time. */
const RESPONSE_RANGE = { least: 0.25, most: 1.75 } as const;

/** How many requests to the table an attempt needs: context, claim, outcome and health. */
const TABLE_TRIPS = 4;

export interface LaneUse {
  readonly wakeUpsPerSecond: number;
  /** How many requests to receivers are in flight at the same time, on average. */
  readonly requestsInFlight: number;
  readonly invocations: number;
  readonly invocationsPerSecond: number;
  /** Requests to SQS per second: sends, receives and deletes. */
  readonly queueRequestsPerSecond: number;
}

export const NO_USE: LaneUse = {
  ...{ wakeUpsPerSecond: 0, requestsInFlight: 0 },
  ...{ invocations: 0, invocationsPerSecond: 0, queueRequestsPerSecond: 0 },
};

/** Returns the relay's invocations per second: one for each poll that finds records in its shard. */
export function relayInvocationsPerSecond(callsPerSecond: number): number {
  const perShard = callsPerSecond / FIRST_SHARDS;
  if (perShard === 0) return 0;
  const roundSeconds = (POLL_SHARD_EVERY_MS + midpoint(LATENCY_MS.stream)) / 1_000;
  // The mean pause: until the next record arrives, and then 50 % of a poll period.
  const pauseSeconds = 1 / perShard + POLL_SHARD_EVERY_MS / 2_000;
  return FIRST_SHARDS / (roundSeconds + Math.exp((-perShard * POLL_SHARD_EVERY_MS) / 1_000) * pauseSeconds);
}

/** Returns how many wake-ups arrive together. The relay sends at most `MESSAGES_PER_REQUEST` in one request. */
export function wakeUpsPerBatch(callsPerSecond: number): number {
  const records = callsPerSecond === 0 ? 1 : callsPerSecond / relayInvocationsPerSecond(callsPerSecond);
  return records / Math.max(1, records / MESSAGES_PER_REQUEST + 0.5);
}

/** Returns what a lane uses for deliveries to receivers that respond. */
export function laneUseForRespondingReceivers(
  wakeUpsPerSecond: number,
  batch: number,
  receiverMs: number,
  ownMs: number,
): LaneUse {
  const { least, most } = RESPONSE_RANGE;
  const workMs = TABLE_TRIPS * midpoint(LATENCY_MS.table) + ownMs;
  const slow = clamp((receiverMs * most + workMs - PATIENCE_MS) / (receiverMs * (most - least)), 0, 1);
  const anySlow = 1 - (1 - slow) ** batch;
  const quickMs = Math.min(PATIENCE_MS, receiverMs * 0.75 + workMs);
  const slowMs = Math.max(PATIENCE_MS, receiverMs + workMs) + LONG_POLL_MS;
  return laneUseOf({
    wakeUpsPerSecond,
    arrivalsPerSecond: wakeUpsPerSecond / batch,
    requestsInFlight: (wakeUpsPerSecond * (receiverMs + workMs)) / 1_000,
    lifeMs: anySlow * slowMs + (1 - anySlow) * quickMs + 2 * midpoint(LATENCY_MS.queue),
  });
}

/** Returns what the hung lane uses: each attempt times out, and a wait of over 15 minutes takes several hops. */
export function laneUseForHangingReceivers(attemptsPerSecond: number, hopsPerSecond: number): LaneUse {
  const wakeUpsPerSecond = attemptsPerSecond + hopsPerSecond;
  return laneUseOf({
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
  /** How long an invocation runs if it gets no further message. */
  readonly lifeMs: number;
}

function laneUseOf({ wakeUpsPerSecond, arrivalsPerSecond, requestsInFlight, lifeMs }: Arrivals): LaneUse {
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

export const addLaneUses = (one: LaneUse, other: LaneUse): LaneUse => ({
  wakeUpsPerSecond: one.wakeUpsPerSecond + other.wakeUpsPerSecond,
  requestsInFlight: one.requestsInFlight + other.requestsInFlight,
  invocations: one.invocations + other.invocations,
  invocationsPerSecond: one.invocationsPerSecond + other.invocationsPerSecond,
  queueRequestsPerSecond: one.queueRequestsPerSecond + other.queueRequestsPerSecond,
});
