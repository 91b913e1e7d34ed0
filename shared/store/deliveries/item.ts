import * as z from 'zod/mini';
import { DELIVERY_STATUSES, isUndelivered, type UndeliveredStatus } from '../../domain/deliveries/delivery.ts';
import { SKIP_REASONS, type SkipReason } from '../../domain/deliveries/skip-reasons.ts';
import { TABLE } from '../../names/table.ts';
import type { CallItem } from '../calls/item.ts';
import { deliveriesPartitionKey, dueShardOf, recordedSortKey, undeliveredShardOf } from '../table/keys.ts';

/** One attempt: its time, outcome and duration. Of the receiver's response, only the status is stored. */
const attemptLogEntry = z.object({
  atMs: z.int(),
  /** The outcome in words: `status 503`, `timeout`, `dns`, … */
  outcome: z.string(),
  durationMs: z.int(),
  nextAttemptAtMs: z.optional(z.int()),
  /** The number of the round, under its stored name. Absent in the first round. */
  series: z.optional(z.int()),
});
export type AttemptLogEntry = z.infer<typeof attemptLogEntry>;

/** The stored shape of a delivery. The row decides what is sent, not the message in a queue. */
export const deliveryItem = z.object({
  callId: z.string(),
  tenantId: z.string(),
  partnerId: z.string(),
  storedAtMs: z.int(),
  /** The expiry of the call. The row itself never expires, so that the call's id stays unique. */
  callExpiresAtUnixSeconds: z.optional(z.int()),
  status: z.enum(DELIVERY_STATUSES),
  skipReason: z.optional(z.enum(SKIP_REASONS)),
  attempts: z.int(),
  nextAttemptAtMs: z.int(),
  /** The token of the claim that may still write a result. */
  leaseToken: z.optional(z.string()),
  leaseUntilMs: z.optional(z.int()),
  /** The version of the code that builds the event's body from the call. */
  payloadVersion: z.literal(1),
  log: z.array(attemptLogEntry),
  /** The number of the round, counted from 1. `series` is the stored name of a round. */
  series: z.int(),
});
export type DeliveryItem = z.infer<typeof deliveryItem>;

/**
 * Returns the keys of the due index. Only a pending row has these keys, so the index stays small. The sort key is
 * `sweepPeriodMs` after the attempt is due, so that a timely wake-up comes before the sweep.
 */
export const dueKeys = (callId: string, nextAttemptAtMs: number, sweepPeriodMs: number) => ({
  [TABLE.dueIndex.partitionKey]: dueShardOf(callId),
  [TABLE.dueIndex.sortKey]: nextAttemptAtMs + sweepPeriodMs,
});

/** Returns the partition key of the index `undelivered`. Its sort key is the same as in the index by partner. */
export const undeliveredKey = (status: UndeliveredStatus, callId: string) => ({
  [TABLE.undeliveredIndex.partitionKey]: undeliveredShardOf(status, callId),
});

/**
 * Returns the partition key of a row with this state in the index `undelivered`. Returns `undefined` for a row that is
 * not in the index, such as the delivery of a deleted call.
 */
export const undeliveredShardOfRow = ({
  callId,
  status,
  skipReason,
}: Pick<DeliveryItem, 'callId' | 'status' | 'skipReason'>): string | undefined =>
  isUndelivered(status) && skipReason !== 'deleted' ? undeliveredShardOf(status, callId) : undefined;

type Recorded = Pick<CallItem, 'callId' | 'tenantId' | 'partnerId' | 'storedAtMs' | 'expiresAtUnixSeconds'>;

const partnerKeys = ({ partnerId, storedAtMs, callId }: Recorded) => ({
  [TABLE.partnerIndex.partitionKey]: deliveriesPartitionKey(partnerId),
  [TABLE.partnerIndex.sortKey]: recordedSortKey(storedAtMs, callId),
});

/** The state of a new row, with the keys of the sparse indexes that it is in. */
type State = Pick<DeliveryItem, 'status' | 'skipReason'> &
  Partial<ReturnType<typeof dueKeys> & ReturnType<typeof undeliveredKey>>;

/** Returns the delivery of a new call, due at once or skipped. The caller adds the primary key. */
export function newDelivery(call: Recorded, sweepPeriodMs: number, skipReason?: SkipReason) {
  const { callId, tenantId, partnerId, storedAtMs, expiresAtUnixSeconds } = call;
  const state: State =
    skipReason === undefined
      ? { status: 'pending', ...dueKeys(callId, storedAtMs, sweepPeriodMs) }
      : { status: 'skipped', skipReason, ...undeliveredKey('skipped', callId) };
  return {
    callId,
    tenantId,
    partnerId,
    storedAtMs,
    ...(expiresAtUnixSeconds === undefined ? {} : { callExpiresAtUnixSeconds: expiresAtUnixSeconds }),
    ...state,
    attempts: 0,
    nextAttemptAtMs: storedAtMs,
    payloadVersion: 1,
    log: [],
    series: 1,
    ...partnerKeys(call),
  } satisfies DeliveryItem;
}
