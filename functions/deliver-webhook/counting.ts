import type { Outcome } from '../../shared/domain/deliveries/retry-policy.ts';
import type { Ending } from '../../shared/store/deliveries/deliveries.ts';
import type { DeliveryItem } from '../../shared/store/deliveries/item.ts';
import type { Countable, Meter } from '../../shared/telemetry/metrics.ts';

interface Attempted {
  readonly outcome: Outcome;
  readonly ending: Ending;
  readonly endedAtMs: number;
}

/** What one request to a receiver tells, whatever becomes of its row. */
export function countAttempt(meter: Meter, claimed: DeliveryItem, { outcome, ending, endedAtMs }: Attempted): void {
  meter.count('attempts');
  if (outcome.kind === 'unanswered' && outcome.why === 'blocked address') meter.count('blockedAddress');
  // A replay goes to a receiver that is known to have failed, and long after the call.
  if (claimed.attempts > 1 || claimed.series > 1) return;
  meter.count('firstAttempts');
  if (ending.status !== 'delivered') meter.count('firstAttemptsFailed');
  // The call was stored by another machine's clock.
  meter.measure('deliveryLatency', Math.max(0, endedAtMs - claimed.storedAtMs));
}

const SETTLED_AS: Partial<Record<Ending['status'], Countable>> = {
  delivered: 'delivered',
  refused: 'refused',
  dead: 'exhausted',
};

/** An ending that was written into the row. */
export function countSettled(meter: Meter, { status }: Ending): void {
  const metric = SETTLED_AS[status];
  if (metric) meter.count(metric);
}
