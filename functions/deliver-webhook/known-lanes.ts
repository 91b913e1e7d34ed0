import type { ScheduledWakeUp } from '../../shared/delivery/wake-ups/queue.ts';
import {
  isLater,
  type Lane,
  type LaneMarks,
  laneForMarks,
  latestMarks,
  NO_MARKS,
} from '../../shared/domain/deliveries/lane.ts';
import { reportFault } from '../../shared/telemetry/telemetry.ts';
import type { Deps, Message } from './deps.ts';

export type KnownLanes = ReturnType<typeof knownLanes>;

/**
 * Remembers the latest marks that this environment has read or written. No write shortens a mark. So a mark is valid
 * until its time ends, and a read of an older mark changes nothing.
 */
export function knownLanes() {
  const marksOf = new Map<string, LaneMarks>();
  const laneOf = (partnerId: string, nowMs: number): Lane => laneForMarks(marksOf.get(partnerId) ?? NO_MARKS, nowMs);
  return {
    note(partnerId: string, marks: LaneMarks): void {
      if (marks.slow > 0 || marks.hung > 0)
        marksOf.set(partnerId, latestMarks(marks, marksOf.get(partnerId) ?? NO_MARKS));
    },
    marksOf: (partnerId: string): LaneMarks => marksOf.get(partnerId) ?? NO_MARKS,
    /**
     * Reports whether a message can be moved to a later lane without reading its row. The row of a redelivered message
     * must be read: after a crash, that message may be the only wake-up left.
     */
    canMove: ({ lane, isRepeated, wakeUp }: Message, nowMs: number): boolean =>
      !isRepeated && isLater(laneOf(wakeUp.partnerId, nowMs), lane),
    laneOf,
  };
}

/**
 * Moves messages to the lanes of their partners, without reading the rows of their deliveries. So within seconds,
 * even thousands of messages no longer delay other partners. Returns the ids of the messages that the queues accepted,
 * or none after a fault.
 */
export async function moveToLanes(deps: Deps, known: KnownLanes, messages: readonly Message[]): Promise<string[]> {
  const idOf = new Map<ScheduledWakeUp, string>();
  for (const { id, wakeUp } of messages) {
    const lane = known.laneOf(wakeUp.partnerId, deps.nowMs());
    idOf.set({ delivery: wakeUp, lane, hops: wakeUp.hops + 1, delayMs: 0 }, id);
  }
  try {
    for (const rejectedWakeUp of await deps.wakeUps.sendAll([...idOf.keys()])) idOf.delete(rejectedWakeUp);
    return [...idOf.values()];
  } catch (error) {
    reportFault(deps, 'Wake-ups could not be moved to another lane', error, { count: messages.length });
    return [];
  }
}
