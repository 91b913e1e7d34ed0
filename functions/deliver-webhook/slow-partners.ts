import type { ScheduledWakeUp } from '../../shared/delivery/queue.ts';
import { laneAt } from '../../shared/domain/deliveries/lane.ts';
import { reportFault } from '../../shared/telemetry/telemetry.ts';
import type { Deps, Message } from './deps.ts';

export type SlowPartners = ReturnType<typeof slowPartners>;

/**
 * Remembers the partners that this environment has seen marked as slow. Marks are only ever prolonged, so a mark that
 * was seen is valid until it ends.
 */
export function slowPartners() {
  const slowUntilMs = new Map<string, number>();
  return {
    note(partnerId: string, untilMs: number): void {
      if (untilMs > 0) slowUntilMs.set(partnerId, untilMs);
    },
    /**
     * Reports whether a message of the main lane can be moved without reading its row. For a redelivered message, the
     * row must be read: after a crash, that message may be the only wake-up left.
     */
    areKnownFor: ({ lane, isRepeated, wakeUp }: Message, nowMs: number): boolean =>
      lane === 'main' && !isRepeated && laneAt(slowUntilMs.get(wakeUp.partnerId), nowMs) === 'slow',
  };
}

/**
 * Moves messages to the slow lane in one request, without reading the rows of their deliveries. So even thousands of
 * such messages stop delaying other partners within seconds. Returns the ids of the messages that the queue accepted.
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
