import { standingOf } from '../../shared/domain/deliveries/delivery.ts';
import { claimTimes } from '../../shared/domain/deliveries/retry-policy.ts';
import { LOG_MESSAGES } from '../../shared/names/log-messages.ts';
import type { DeliveryItem } from '../../shared/store/deliveries/item.ts';
import type { Deps, Message, Onward } from './deps.ts';

/** A message this early is waited for; SQS counts in whole seconds. */
const SHORT_WAIT_MS = 1_000;
const MAX_TRIES = 5;

/**
 * Deals with a delivery that is not due: drops what is settled, settles what is spent, parks what has to wait.
 * False when it is due, which after a short wait it may have become.
 */
export async function isDisposedOf(
  deps: Deps,
  message: Message,
  row: DeliveryItem,
  { lane, hops }: Onward,
): Promise<boolean> {
  const nowMs = deps.nowMs();
  const standing = standingOf(row, nowMs);
  switch (standing.kind) {
    case 'due':
      return false;
    case 'settled':
      return true;
    case 'spent':
      await giveUp(deps, row, nowMs);
      return true;
    case 'waiting': {
      const delayMs = standing.untilMs - nowMs;
      if (delayMs < SHORT_WAIT_MS) {
        await deps.sleepMs(delayMs);
        return false;
      }
      if (isSuperseded(message, row)) return true;
      // The retry of a slow attempt may wait for longer than its partner's mark lasts; it stays where it is.
      await deps.wakeUps.send({ delivery: row, lane: message.lane === 'slow' ? 'slow' : lane, hops, delayMs });
      return true;
    }
  }
}

async function giveUp({ deliveries, meter, logger }: Deps, row: DeliveryItem, nowMs: number): Promise<void> {
  const { kind } = await deliveries.giveUp(row, nowMs);
  if (kind === 'refused') return;
  const { callId, partnerId, tenantId } = row;
  meter.count('exhausted');
  logger.warn(LOG_MESSAGES.deliveryGivenUp, { callId, partnerId, tenantId, status: 'dead' });
}

/**
 * The attempt this message was for has been made, and whoever made it has scheduled the next. Without this, every copy
 * would live on beside the original until the delivery is settled. A repeated message may be all that a crash left.
 */
const isSuperseded = ({ wakeUp, isRepeated }: Message, row: DeliveryItem) =>
  !isRepeated && wakeUp.attempts !== undefined && wakeUp.attempts < row.attempts;

/** An attempt that is ours to make: the row with it counted, and the token of the lease on it. */
export interface Claimed {
  readonly row: DeliveryItem;
  readonly token: string;
}

/** Answers `undefined` when somebody else has dealt with the delivery. */
export async function claim(
  deps: Deps,
  message: Message,
  seen: DeliveryItem,
  onward: Onward,
): Promise<Claimed | undefined> {
  let row = seen;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (await isDisposedOf(deps, message, row, onward)) return undefined;
    const times = claimTimes(row.attempts + 1, deps.nowMs(), deps.timing);
    // For this try alone: an earlier one may have succeeded without our seeing the response, and its lease may have
    // expired while we were frozen.
    const token = deps.newToken();
    const change = await deps.deliveries.claim(row, { token, ...times });
    const claimed = change.kind === 'written' ? change.row : change.found;
    if (claimed === undefined) return undefined;
    // Refused, and ours all the same: the SDK has repeated a claim whose answer was lost.
    if (claimed.leaseToken === token && claimed.status === 'pending') {
      const lateness = message.lane === 'slow' ? 'slowLaneLateness' : 'wakeUpLateness';
      deps.meter.measure(lateness, times.nowMs - row.nextAttemptAtMs);
      return { row: claimed, token };
    }
    row = claimed;
  }
  throw new Error('A delivery changes too often to be claimed');
}
