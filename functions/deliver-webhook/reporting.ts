import type { Outcome } from '../../shared/domain/deliveries/retry-policy.ts';
import { type Health, isFailing } from '../../shared/domain/partners/health.ts';
import { LOG_MESSAGES } from '../../shared/names/log-messages.ts';
import { IN_TIME_WITHIN_MS } from '../../shared/names/objectives.ts';
import type { Change, Ending } from '../../shared/store/deliveries/deliveries.ts';
import type { AttemptLogEntry, DeliveryItem } from '../../shared/store/deliveries/item.ts';
import type { Countable, Meter } from '../../shared/telemetry/metrics.ts';
import type { Telemetry } from '../../shared/telemetry/telemetry.ts';
import type { Claimed } from './claim.ts';

/** One request to a receiver and its result. */
export interface Attempted {
  readonly outcome: Outcome;
  readonly ending: Ending;
  readonly endedAtMs: number;
  /** The entry of the row's attempt log. */
  readonly entry: AttemptLogEntry;
}

/** Counts the attempt, whether or not its result can be written to the row. */
export function countAttempt(meter: Meter, claimed: DeliveryItem, { outcome, ending, endedAtMs }: Attempted): void {
  meter.count('attempts');
  if (outcome.kind === 'noResponse' && outcome.why === 'blocked address') meter.count('blockedAddress');
  if (!isFirstAttemptOfDelivery(claimed)) return;
  meter.count('firstAttempts');
  if (ending.status !== 'delivered') meter.count('firstAttemptsFailed');
  // `storedAtMs` comes from the clock of another machine, so the difference could be negative.
  meter.measure('deliveryLatency', Math.max(0, endedAtMs - claimed.storedAtMs));
}

/**
 * Reports whether this is the first attempt of the first round. Replays do not count, because they come long after the
 * call.
 */
const isFirstAttemptOfDelivery = ({ attempts, series }: DeliveryItem) => attempts === 1 && series === 1;

/**
 * Counts a first attempt for the objective `freshness`. The slow and the hung lane are left out, because partners wait
 * for each other there by design. Failing partners are left out too. `health` is what `storeHealth` returned.
 */
export function countFreshness(
  meter: Meter,
  { row, lane }: Claimed,
  { entry }: Attempted,
  health: Health | undefined,
): void {
  if (!isFirstAttemptOfDelivery(row) || lane !== 'main' || (health && isFailing(health))) return;
  meter.count('timedFirstAttempts');
  if (entry.atMs - row.storedAtMs > IN_TIME_WITHIN_MS) meter.count('lateFirstAttempts');
}

const SETTLED_AS: Partial<Record<Ending['status'], Countable>> = {
  delivered: 'delivered',
  refused: 'refused',
  dead: 'dead',
};

/**
 * Logs how an attempt ended, and counts the delivery if this attempt settled it. `isLate` means that another write had
 * already changed the row, so this attempt settled nothing.
 */
export function reportAttempt({ meter, logger }: Telemetry, { row, lane }: Claimed, made: Attempted, change: Change) {
  const { status } = made.ending;
  const { atMs: _, ...report } = made.entry;
  const isLate = change.kind === 'conditionFailed';
  const metric = SETTLED_AS[status];
  if (metric && !isLate) meter.count(metric);
  logger.info(LOG_MESSAGES.deliveryAttempted, {
    callId: row.callId,
    partnerId: row.partnerId,
    lane,
    attempt: row.attempts,
    ...(row.series > 1 && { series: row.series }),
    status,
    ...(isLate && { isLate }),
    ...report,
  });
}
