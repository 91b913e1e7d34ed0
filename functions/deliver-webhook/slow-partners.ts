import type { ScheduledWakeUp } from '../../shared/delivery/queue.ts';
import { laneAt } from '../../shared/domain/deliveries/lane.ts';
import { reportFault } from '../../shared/telemetry/telemetry.ts';
import type { Deps, Message } from './deps.ts';

export type SlowPartners = ReturnType<typeof slowPartners>;

/** Partners that this environment has seen marked. A mark is only ever prolonged: one that was seen holds until it ends. */
export function slowPartners() {
  const slowUntilMs = new Map<string, number>();
  return {
    note(partnerId: string, untilMs: number): void {
      if (untilMs > 0) slowUntilMs.set(partnerId, untilMs);
    },
    /** Whether the message can leave the main lane unread. A repeated one is all that a crash left: its row is looked at. */
    areKnownFor: ({ lane, isRepeated, wakeUp }: Message, nowMs: number): boolean =>
      lane === 'main' && !isRepeated && laneAt(slowUntilMs.get(wakeUp.partnerId), nowMs) === 'slow',
  };
}

/**
 * Moves messages to the slow lane in one request, without looking at their rows: thousands of them are out of the
 * others' way in seconds. Answers the ids of those that were accepted.
 */
export async function moveAll(deps: Deps, messages: readonly Message[]): Promise<string[]> {
  const idOf = new Map<ScheduledWakeUp, string>();
  for (const { id, wakeUp } of messages) {
    idOf.set({ delivery: wakeUp, lane: 'slow', hops: wakeUp.hops + 1, delayMs: 0 }, id);
  }
  try {
    for (const rejectedWakeUp of await deps.wakeUps.sendAll([...idOf.keys()])) idOf.delete(rejectedWakeUp);
    return [...idOf.values()];
  } catch (error) {
    reportFault(deps, 'Wake-ups could not be moved to the slow queue', error, { count: messages.length });
    return [];
  }
}
