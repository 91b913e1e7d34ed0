/** `pending` waits for an attempt; the others are settled. `lifecycle.ts` says what each means and what leads to it. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'refused', 'dead', 'skipped'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why a delivery was settled without an attempt. */
export const SKIP_REASONS = ['no webhook', 'partner suspended', 'deleted'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Contract, "Delivery rules": 8 attempts with the first. */
export const MAX_ATTEMPTS = 8;

export interface DeliveryProgress {
  readonly status: DeliveryStatus;
  /** Attempts claimed, each of which permits one request on the wire. */
  readonly attempts: number;
  readonly nextAttemptAtMs: number;
  /** Until then the last attempt may still be under way. */
  readonly leaseUntilMs?: number | undefined;
}

export type Standing =
  | { readonly kind: 'settled' }
  /** Nothing may happen before that time. */
  | { readonly kind: 'waiting'; readonly untilMs: number }
  /** Nobody came back from the last attempt: it is dead. */
  | { readonly kind: 'spent' }
  | { readonly kind: 'due' };

/** What whoever meets the delivery now has to do with it. */
export function standingOf(
  { status, attempts, nextAttemptAtMs, leaseUntilMs = 0 }: DeliveryProgress,
  nowMs: number,
): Standing {
  if (status !== 'pending') return { kind: 'settled' };
  const untilMs = Math.max(nextAttemptAtMs, leaseUntilMs);
  if (untilMs > nowMs) return { kind: 'waiting', untilMs };
  return attempts >= MAX_ATTEMPTS ? { kind: 'spent' } : { kind: 'due' };
}

interface Ids {
  readonly callId: string;
  readonly partnerId: string;
  readonly tenantId: string;
}

/** What a log line says of whom it is about. */
export const idsOf = ({ callId, partnerId, tenantId }: Ids): Ids => ({ callId, partnerId, tenantId });
