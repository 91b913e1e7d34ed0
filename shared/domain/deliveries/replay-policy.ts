import { isExpired } from '../calls/expiry.ts';
import type { DeliveryStatus } from './delivery.ts';
import type { SkipReason } from './skip-reasons.ts';

/**
 * The statuses from which an operator may replay a delivery. Replaying a pending delivery could take the lease from a
 * running attempt. Replaying a delivered event would send it again.
 */
export const REPLAYABLE_STATUSES = ['dead', 'refused', 'skipped'] as const satisfies readonly DeliveryStatus[];

/**
 * The statuses that a replay of many deliveries includes by default. Skipped deliveries are left out, because the
 * service deliberately did not send them.
 */
export const GIVEN_UP_STATUSES = ['dead', 'refused'] as const satisfies readonly DeliveryStatus[];

interface Replayable {
  readonly status: DeliveryStatus;
  readonly skipReason?: SkipReason | undefined;
}

export type ReplayObstacle = 'call deleted' | 'call expired' | 'status';

/**
 * Returns why an operator cannot replay the delivery; undefined if the replay is possible. If its call was deleted or
 * has expired, nothing is left to send.
 */
export function replayObstacle({ status, skipReason }: Replayable, isCallExpired: boolean): ReplayObstacle | undefined {
  if (skipReason === 'deleted') return 'call deleted';
  if (isCallExpired) return 'call expired';
  return REPLAYABLE_STATUSES.some((one) => one === status) ? undefined : 'status';
}

export const isReplayable = (
  { callExpiresAtUnixSeconds, ...row }: Replayable & { readonly callExpiresAtUnixSeconds?: number | undefined },
  nowMs: number,
): boolean => replayObstacle(row, isExpired(callExpiresAtUnixSeconds, nowMs)) === undefined;

/** Returns the fields that a replay sets. The delivery is pending again, in a new round without attempts. */
export const nextRound = ({ series }: { readonly series: number }) =>
  ({ status: 'pending', attempts: 0, series: series + 1 }) as const;

/** A command replays at most this many deliveries per second, to spare a receiver that has just recovered. */
export const REPLAYS_PER_SECOND = 10;
export const REPLAY_PACE = 'ten deliveries a second';
