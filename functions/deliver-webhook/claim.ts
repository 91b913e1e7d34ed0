import { reportDeadDelivery } from '../../shared/delivery/report-dead-delivery.ts';
import { idsOf, nextStepOf } from '../../shared/domain/deliveries/delivery.ts';
import { type Lane, laterLane } from '../../shared/domain/deliveries/lane.ts';
import { timesOfClaim } from '../../shared/domain/deliveries/lease.ts';
import type { SkipReason } from '../../shared/domain/deliveries/skip-reasons.ts';
import { LOG_MESSAGES } from '../../shared/names/log-messages.ts';
import type { DeliveryItem } from '../../shared/store/deliveries/item.ts';
import type { Deps, Message, Onward } from './deps.ts';

/** If a delivery is due within this time, the function sleeps until then instead of sending the wake-up again. */
const SHORT_WAIT_MS = 1_000;
const MAX_TRIES = 5;
const LATENESS = { main: 'wakeUpLateness', slow: 'slowLaneLateness', hung: 'hungLaneLateness' } as const;

/**
 * Returns `due` if an attempt may begin, after a short wait if necessary. Otherwise handles the delivery and returns
 * `done`:
 * - If the delivery is settled, does nothing.
 * - If its eighth attempt never reported a result, declares the delivery dead.
 * - If its call has expired, skips the delivery.
 * - If the delivery must wait longer, sends the wake-up back to a queue, unless a newer wake-up exists.
 */
export async function handleUnlessDue(
  deps: Deps,
  message: Message,
  row: DeliveryItem,
  onward: Onward,
): Promise<'due' | 'done'> {
  const nowMs = deps.nowMs();
  const next = nextStepOf(row, nowMs);
  switch (next.kind) {
    case 'due':
      return 'due';
    case 'settled':
      return 'done';
    case 'dead': {
      const { kind } = await deps.deliveries.declareDead(row, nowMs);
      if (kind === 'written') reportDeadDelivery(deps, row);
      return 'done';
    }
    case 'expired':
      await skipDelivery(deps, row, 'expired');
      return 'done';
    case 'waiting': {
      const delayMs = next.untilMs - nowMs;
      if (delayMs < SHORT_WAIT_MS) {
        await deps.sleepMs(delayMs);
        return 'due';
      }
      if (isSuperseded(message, row)) return 'done';
      await park(deps, message, row, { ...onward, delayMs });
      return 'done';
    }
  }
}

const park = ({ wakeUps }: Deps, message: Message, delivery: DeliveryItem, next: Onward & { delayMs: number }) =>
  wakeUps.send({ delivery, ...next, lane: laterLane(message.lane, next.lane) });

/**
 * Reports whether the attempt of this message has already been claimed. If so, a newer wake-up follows. Without this
 * check, each copy of a message would be sent again until the delivery is settled. A redelivered message never counts
 * as superseded: after a crash, it may be the only wake-up left.
 */
const isSuperseded = ({ wakeUp, isRepeated }: Message, row: DeliveryItem) =>
  !isRepeated && wakeUp.attempts !== undefined && wakeUp.attempts < row.attempts;

/** A claim: the row that counts the attempt, the token of the lease, and the lane of the wake-up. */
export interface Claimed {
  readonly row: DeliveryItem;
  readonly token: string;
  readonly lane: Lane;
}

/**
 * Claims the next attempt. Returns `undefined` if no attempt is due any more. Throws if other writes keep changing the
 * row.
 */
export async function claimDelivery(
  deps: Deps,
  message: Message,
  seen: DeliveryItem,
  onward: Onward,
): Promise<Claimed | undefined> {
  let row = seen;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if ((await handleUnlessDue(deps, message, row, onward)) === 'done') return undefined;
    const times = timesOfClaim(row.attempts + 1, deps.nowMs(), deps.timing);
    // Each try has a new token: an earlier try may have succeeded although its response was lost, and its lease may
    // have expired while this function was frozen.
    const token = deps.newToken();
    const change = await deps.deliveries.claim(row, { token, ...times });
    const claimed = change.kind === 'written' ? change.row : change.found;
    if (claimed === undefined) return undefined;
    // If our token is in the row although the condition failed, the claim is ours: its response was lost, and the SDK
    // retried it.
    if (claimed.leaseToken === token && claimed.status === 'pending') {
      deps.meter.measure(LATENESS[message.lane], times.nowMs - row.nextAttemptAtMs);
      return { row: claimed, token, lane: message.lane };
    }
    row = claimed;
  }
  throw new Error('A delivery changes too often to be claimed');
}

/** Settles a delivery without an attempt, unless an attempt is running or the delivery is already settled. */
export async function skipDelivery(
  { deliveries, nowMs, meter, logger }: Deps,
  delivery: DeliveryItem,
  reason: SkipReason,
): Promise<void> {
  const { kind } = await deliveries.skip(delivery, reason, nowMs());
  if (kind === 'conditionFailed') return;
  meter.count('skipped');
  // If an attempt was due before the call expired, the service was too late: a fault of ours. Otherwise, an earlier
  // attempt had failed, or an operator shortened the expiry of a call that was being replayed.
  const { nextAttemptAtMs, callExpiresAtUnixSeconds = 0 } = delivery;
  if (reason === 'expired' && nextAttemptAtMs < callExpiresAtUnixSeconds * 1_000) meter.count('settledByFault');
  logger.info(LOG_MESSAGES.deliverySkipped, { ...idsOf(delivery), reason });
}
