import { giveUp } from '../../shared/delivery/give-up.ts';
import { claimTimes } from '../../shared/domain/deliveries/backoff.ts';
import { standingOf } from '../../shared/domain/deliveries/delivery.ts';
import type { DeliveryItem } from '../../shared/store/deliveries/item.ts';
import type { Deps, Message, Onward } from './deps.ts';

/** A message this early is waited for; SQS counts in whole seconds. */
const SHORT_WAIT_MS = 1_000;
const MAX_TRIES = 5;

/**
 * Deals with a delivery that is not due: drops what is settled, gives up what is spent, parks what has to wait. A short
 * wait is waited here. Returns whether the delivery is due now.
 */
export async function parkOrSettle(
  deps: Deps,
  message: Message,
  row: DeliveryItem,
  onward: Onward,
): Promise<'due' | 'done'> {
  const nowMs = deps.nowMs();
  const standing = standingOf(row, nowMs);
  switch (standing.kind) {
    case 'due':
      return 'due';
    case 'settled':
      return 'done';
    case 'spent':
      await giveUp(deps, row, nowMs);
      return 'done';
    case 'waiting': {
      const delayMs = standing.untilMs - nowMs;
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

/** The retry of a slow attempt may wait for longer than its partner's mark lasts; it stays where it is. */
const park = ({ wakeUps }: Deps, message: Message, delivery: DeliveryItem, next: Onward & { delayMs: number }) =>
  wakeUps.send({ delivery, ...next, lane: message.lane === 'slow' ? 'slow' : next.lane });

/**
 * The attempt this message was for has been made, and its function has scheduled the next. Without this check, every copy
 * would live on beside the original until the delivery is settled. After a crash, a redelivery may be the only wake-up left.
 */
const isSuperseded = ({ wakeUp, isRepeated }: Message, row: DeliveryItem) =>
  !isRepeated && wakeUp.attempts !== undefined && wakeUp.attempts < row.attempts;

/** An attempt that is ours to make: the row with it counted, and the token of the lease on it. */
export interface Claimed {
  readonly row: DeliveryItem;
  readonly token: string;
}

/** Returns `undefined` when somebody else has dealt with the delivery. */
export async function claim(
  deps: Deps,
  message: Message,
  seen: DeliveryItem,
  onward: Onward,
): Promise<Claimed | undefined> {
  let row = seen;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if ((await parkOrSettle(deps, message, row, onward)) === 'done') return undefined;
    const times = claimTimes(row.attempts + 1, deps.nowMs(), deps.timing);
    // For this try alone: an earlier one may have succeeded without our seeing the response, and its lease may have
    // expired while we were frozen.
    const token = deps.newToken();
    const change = await deps.deliveries.claim(row, { token, ...times });
    const claimed = change.kind === 'written' ? change.row : change.found;
    if (claimed === undefined) return undefined;
    // The condition failed, and the claim is ours all the same: the SDK has retried one whose response was lost.
    if (claimed.leaseToken === token && claimed.status === 'pending') {
      const lateness = message.lane === 'slow' ? 'slowLaneLateness' : 'wakeUpLateness';
      deps.meter.measure(lateness, times.nowMs - row.nextAttemptAtMs);
      return { row: claimed, token };
    }
    row = claimed;
  }
  throw new Error('A delivery changes too often to be claimed');
}
