import { setImmediate } from 'node:timers/promises';

interface Event {
  readonly atMs: number;
  /** Events of the same time run in the order in which they were planned. */
  readonly order: number;
  readonly act: () => void;
  /** Whether the event may let code under test continue. */
  readonly wakesCode: boolean;
}

export type Timeline = ReturnType<typeof timeline>;

const isBefore = (one: Event, other: Event) =>
  one.atMs === other.atMs ? one.order < other.order : one.atMs < other.atMs;

/** Virtual time. It stands still while code runs, and jumps to the next event when no code is left to run. */
export function timeline(startMs: number) {
  const events = heap(isBefore);
  let nowMs = startMs;
  let planned = 0;
  let stopped = false;

  function plan(delayMs: number, act: () => void, wakesCode: boolean): void {
    planned += 1;
    events.push({ atMs: nowMs + Math.max(0, Math.ceil(delayMs)), order: planned, act, wakesCode });
  }

  return {
    nowMs: () => nowMs,
    after: (delayMs: number, act: () => void): void => plan(delayMs, act, true),
    /** Plans an event that lets no code under test continue. Such an event costs much less time. */
    quietlyAfter: (delayMs: number, act: () => void): void => plan(delayMs, act, false),
    /** Drops all planned events. */
    stop(): void {
      stopped = true;
    },
    /** Runs all events up to the given time, including events that are planned meanwhile. */
    async run(untilMs: number): Promise<void> {
      for (let next = events.peek(); next && next.atMs <= untilMs && !stopped; next = events.peek()) {
        events.pop();
        nowMs = next.atMs;
        next.act();
        // The code under test has no timers, so all code that the event started now ends or waits for another event.
        if (next.wakesCode) await setImmediate();
      }
      if (!stopped && Number.isFinite(untilMs)) nowMs = Math.max(nowMs, untilMs);
    },
  };
}

/** A binary heap. Its first element is one that no other element is before. */
function heap<T>(isBefore: (one: T, other: T) => boolean) {
  const held: T[] = [];

  function sinkFromTop(element: T): void {
    let at = 0;
    for (;;) {
      const [left, right] = [held[2 * at + 1], held[2 * at + 2]];
      if (left === undefined) break;
      const isRight = right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (!isBefore(child, element)) break;
      held[at] = child;
      at = 2 * at + (isRight ? 2 : 1);
    }
    held[at] = element;
  }

  return {
    peek: () => held[0],
    push(element: T): void {
      let at = held.length;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        const above = held[parent];
        if (above === undefined || !isBefore(element, above)) break;
        held[at] = above;
        at = parent;
      }
      held[at] = element;
    },
    /** Removes the first element and returns it. */
    pop(): T | undefined {
      const first = held[0];
      const last = held.pop();
      if (last !== undefined && held.length > 0) sinkFromTop(last);
      return first;
    },
  };
}
