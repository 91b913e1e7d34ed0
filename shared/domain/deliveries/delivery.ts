import { MAX_ATTEMPTS } from './retry-policy.ts';
import { isSkippedAsExpired, SKIPPED_MEANING } from './skip-reasons.ts';

/**
 * A `pending` delivery waits for an attempt, or an attempt is running. In every other status, the delivery is settled.
 * `docs/reliability.md` lists the transitions between the statuses.
 */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'refused', 'dead', 'skipped'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Returns the statuses that an attempt may change to its `result`. A late 2xx also changes a dead delivery. */
export const statusesThatMayBecome = (result: DeliveryStatus): readonly DeliveryStatus[] =>
  result === 'delivered' ? ['pending', 'dead'] : ['pending'];

/** The statuses in which a delivery is settled without a 2xx. */
export const UNDELIVERED_STATUSES = ['refused', 'dead', 'skipped'] as const satisfies readonly DeliveryStatus[];
export type UndeliveredStatus = (typeof UNDELIVERED_STATUSES)[number];

export const isUndelivered = (status: DeliveryStatus): status is UndeliveredStatus =>
  UNDELIVERED_STATUSES.some((one) => one === status);

/** What each delivery status means, in the sentences that the console and `docs/reliability.md` show. */
export const STATUS_MEANINGS: Readonly<Record<DeliveryStatus, string>> = {
  pending: 'The delivery waits for an attempt, or an attempt is running.',
  delivered: 'The receiver returned a 2xx.',
  refused: 'The receiver returned a 4xx that is not retried.',
  dead: 'All attempts are used up, and none reported a 2xx.',
  skipped: SKIPPED_MEANING,
};

export interface DeliveryProgress {
  readonly status: DeliveryStatus;
  /** How many attempts of the current round have been claimed. Each claim permits one request on the wire. */
  readonly attempts: number;
  readonly nextAttemptAtMs: number;
  /** The end of the lease: until this time, the last attempt may still be running. */
  readonly leaseUntilMs?: number | undefined;
  /** The expiry of the call. Without this time, the call is kept for ever. */
  readonly callExpiresAtUnixSeconds?: number | undefined;
}

export type NextStep =
  | { readonly kind: 'settled' }
  /** No attempt may begin before `untilMs`. */
  | { readonly kind: 'waiting'; readonly untilMs: number }
  /** The last attempt never reported a result, so the delivery must be declared dead. */
  | { readonly kind: 'dead' }
  /** The call has expired and no attempt is running, so the delivery must be settled as skipped. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'due' };

export function nextStepOf(delivery: DeliveryProgress, nowMs: number): NextStep {
  const { status, attempts, nextAttemptAtMs, leaseUntilMs = 0 } = delivery;
  if (status !== 'pending') return { kind: 'settled' };
  const untilMs = Math.max(nextAttemptAtMs, leaseUntilMs);
  const isWaiting = untilMs > nowMs;
  if (!isWaiting && attempts >= MAX_ATTEMPTS) return { kind: 'dead' };
  if (isSkippedAsExpired(delivery, nowMs)) return { kind: 'expired' };
  return isWaiting ? { kind: 'waiting', untilMs } : { kind: 'due' };
}

export interface Ids {
  readonly callId: string;
  readonly partnerId: string;
  readonly tenantId: string;
}

/** Returns the ids for a log line about a delivery. */
export const idsOf = ({ callId, partnerId, tenantId }: Ids): Ids => ({ callId, partnerId, tenantId });
