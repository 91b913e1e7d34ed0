import { type LaneMarks, laneForMarks } from '../../shared/domain/deliveries/lane.ts';
import type { DeliveryItem } from '../../shared/store/deliveries/item.ts';
import { callStateOf, expiryOfCall } from '../calls/call-view.ts';
import type { ListedDelivery, ShownDelivery } from '../console/protocol/command-values.ts';
import { isoTime, isoTimeOrNull } from '../iso-time.ts';

/** Fields are set even if undefined, so that the order of the columns does not depend on the first delivery. */
export function toListedDelivery(row: DeliveryItem, nowMs: number): ListedDelivery {
  const { callId, tenantId, status, skipReason, attempts, nextAttemptAtMs } = row;
  return {
    callId,
    tenantId,
    status,
    reason: skipReason,
    attempts,
    nextAttemptAt: status === 'pending' ? isoTimeOrNull(nextAttemptAtMs) : null,
    call: callStateOf(row, nowMs) === 'expired' ? 'expired' : undefined,
  };
}

/** Returns a delivery as a row of `delivery list --newest`, which has three more columns than other lists. */
export const listedRowOf = (row: DeliveryItem, nowMs: number): ListedDelivery => ({
  ...toListedDelivery(row, nowMs),
  partnerId: row.partnerId,
  recordedAt: isoTime(row.storedAtMs),
  lastOutcome: row.log.at(-1)?.outcome ?? null,
});

type DeliveryWithLog = ShownDelivery & { readonly callExpiresAt?: string | null };

/** Returns a delivery with the expiry of its call, the lane of a pending delivery, and the log of attempts. */
export const rowWithLog = (row: DeliveryItem, nowMs: number, marks?: LaneMarks): DeliveryWithLog => ({
  ...toListedDelivery(row, nowMs),
  ...(row.callExpiresAtUnixSeconds === undefined ? {} : { callExpiresAt: expiryOfCall(row) }),
  partnerId: row.partnerId,
  recordedAt: isoTime(row.storedAtMs),
  /** The last attempt may be running until the lease ends. */
  leaseUntil: row.status === 'pending' ? isoTimeOrNull(row.leaseUntilMs) : null,
  series: row.series,
  ...shownLaneOf(marks, nowMs),
  log: row.log.map(({ atMs, outcome, durationMs, nextAttemptAtMs, series }) => ({
    at: isoTime(atMs),
    outcome,
    durationMs,
    nextAttemptAt: isoTimeOrNull(nextAttemptAtMs),
    ...(series === undefined ? {} : { series }),
  })),
});

/** Returns the lane that the partner's wake-ups take now, and until when. */
function shownLaneOf(marks: LaneMarks | undefined, nowMs: number): Pick<ShownDelivery, 'lane' | 'laneUntil'> {
  if (marks === undefined) return {};
  const lane = laneForMarks(marks, nowMs);
  return { lane, laneUntil: lane === 'main' ? null : isoTime(marks[lane]) };
}
