import type { PartnerState } from '../../contract/partner.ts';
import { isExpired } from '../calls/expiry.ts';

/** The reason if the partner had no webhook when the call was stored, or when an attempt was due. */
export const NO_WEBHOOK = 'no webhook';
export const PARTNER_SUSPENDED = 'partner suspended';

/** Why nothing is sent for a skipped delivery. With `deleted` and `expired`, no call is left to send. */
export const SKIP_REASONS = [NO_WEBHOOK, PARTNER_SUSPENDED, 'deleted', 'expired', 'restored'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** What the status `skipped` means: all reasons, in a sentence. */
export const SKIPPED_MEANING =
  'Nothing is sent: the partner has no webhook or is suspended, the call was deleted or has expired, or a backup was restored.';

/** Returns the webhook to which a due delivery is sent, or the reason to skip the delivery. */
export function webhookOrSkipReason<Webhook extends object>(
  { state }: { readonly state: PartnerState },
  webhook: Webhook | undefined,
): Webhook | SkipReason {
  return state === 'suspended' ? PARTNER_SUSPENDED : (webhook ?? NO_WEBHOOK);
}

interface Expiring {
  readonly leaseUntilMs?: number | undefined;
  readonly callExpiresAtUnixSeconds?: number | undefined;
}

/** Reports whether a pending delivery is skipped because its call has expired. A running attempt may end first. */
export const isSkippedAsExpired = ({ leaseUntilMs = 0, callExpiresAtUnixSeconds }: Expiring, nowMs: number) =>
  leaseUntilMs <= nowMs && isExpired(callExpiresAtUnixSeconds, nowMs);
