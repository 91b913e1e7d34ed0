import { setImmediate } from 'node:timers/promises';

interface Event {
  readonly atMs: number;
  /** Events of the same time run in the order in which they were planned. */
  readonly order: number;
  readonly act: () => void;
}

export type Timeline = ReturnType<typeof timeline>;

/** Virtual time. It stands still while code runs, and jumps to the next event when no code is left to run. */
export function timeline(startMs: number) {
  const heap: Event[] = [];
  let nowMs = startMs;
  let planned = 0;
  let stopped = false;

  return {
    nowMs: () => nowMs,
    after(delayMs: number, act: () => void): void {
      planned += 1;
      push(heap, { atMs: nowMs + Math.max(0, Math.ceil(delayMs)), order: planned, act });
    },
    /** Drops all planned events. */
    stop(): void {
      stopped = true;
    },
    /** Runs all events up to the given time, including events that are planned meanwhile. */
    async run(untilMs: number): Promise<void> {
      for (let next = heap[0]; next && next.atMs <= untilMs && !stopped; next = heap[0]) {
        pop(heap);
        nowMs = next.atMs;
        next.act();
        // The code under test has no timers, so all code that the event started now ends or waits for another event.
        await setImmediate();
      }
      if (!stopped && Number.isFinite(untilMs)) nowMs = Math.max(nowMs, untilMs);
    },
  };
}

const isBefore = (one: Event, other: Event) =>
  one.atMs === other.atMs ? one.order < other.order : one.atMs < other.atMs;

function push(heap: Event[], event: Event): void {
  let at = heap.length;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent];
    if (above === undefined || !isBefore(event, above)) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = event;
}

function pop(heap: Event[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let at = 0;
  for (;;) {
    const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
    if (left === undefined) break;
    const [child, index] = right && isBefore(right, left) ? [right, 2 * at + 2] : [left, 2 * at + 1];
    if (!isBefore(child, last)) break;
    heap[at] = child;
    at = index;
  }
  heap[at] = last;
}
