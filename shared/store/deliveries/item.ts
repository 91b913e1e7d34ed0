import * as z from 'zod/mini';
import { DELIVERY_STATUSES, SKIP_REASONS, type SkipReason } from '../../domain/deliveries/delivery.ts';
import { TABLE } from '../../names/table.ts';
import type { CallItem } from '../calls/item.ts';
import { deliveriesOf, dueShardOf, recordedAt } from '../table/keys.ts';

/** The newest attempts are kept; a replay adds eight. */
export const LOG_LIMIT = 40;

/** One attempt: when, what came of it, how long it took. Nothing of the receiver's answer but its status. */
const attemptLogEntry = z.object({
  atMs: z.int(),
  /** Class of the outcome: `status 503`, `timeout`, `dns`, … */
  outcome: z.string(),
  durationMs: z.int(),
  nextAttemptAtMs: z.optional(z.int()),
  /** The replay round, under its stored name. Absent in the first. */
  series: z.optional(z.int()),
});
export type AttemptLogEntry = z.infer<typeof attemptLogEntry>;

/** The stored shape of a delivery: ids and state only. The row is the truth, a queue's message only a wake-up. */
export const deliveryItem = z.object({
  callId: z.string(),
  tenantId: z.string(),
  partnerId: z.string(),
  storedAtMs: z.int(),
  status: z.enum(DELIVERY_STATUSES),
  skipReason: z.optional(z.enum(SKIP_REASONS)),
  attempts: z.int(),
  nextAttemptAtMs: z.int(),
  /** Names the claim whose outcome may still be written. */
  leaseToken: z.optional(z.string()),
  leaseUntilMs: z.optional(z.int()),
  /** Which version of the pure function rebuilds the body. */
  payloadVersion: z.literal(1),
  log: z.array(attemptLogEntry),
  /** The replay round, under its stored name: 1, and one more with every replay. Each round has at most eight attempts. */
  series: z.int(),
});
export type DeliveryItem = z.infer<typeof deliveryItem>;

/**
 * Keys of the due index. Only a pending row has them, which keeps the index as small as the work left. The sweeper looks
 * one period after the attempt is due: a wake-up that arrives is always the first.
 */
export const dueKeys = (callId: string, nextAttemptAtMs: number, sweepPeriodMs: number) => ({
  [TABLE.dueIndex.partitionKey]: dueShardOf(callId),
  [TABLE.dueIndex.sortKey]: nextAttemptAtMs + sweepPeriodMs,
});

type Recorded = Pick<CallItem, 'callId' | 'tenantId' | 'partnerId' | 'storedAtMs'>;

/** Keys of the index of a partner's deliveries. */
const partnerKeys = ({ partnerId, storedAtMs, callId }: Recorded) => ({
  [TABLE.partnerIndex.partitionKey]: deliveriesOf(partnerId),
  [TABLE.partnerIndex.sortKey]: recordedAt(storedAtMs, callId),
});

/** The row of a call just recorded, without its key: due at once, or skipped for the reason given. */
export function newDelivery(call: Recorded, sweepPeriodMs: number, skipReason?: SkipReason) {
  const { callId, tenantId, partnerId, storedAtMs } = call;
  const state =
    skipReason === undefined
      ? { status: 'pending' as const, ...dueKeys(callId, storedAtMs, sweepPeriodMs) }
      : { status: 'skipped' as const, skipReason };
  return {
    callId,
    tenantId,
    partnerId,
    storedAtMs,
    ...state,
    attempts: 0,
    nextAttemptAtMs: storedAtMs,
    payloadVersion: 1,
    log: [],
    series: 1,
    ...partnerKeys(call),
  } satisfies DeliveryItem;
}
