export interface Fifo<T> {
  readonly size: () => number;
  readonly peek: () => T | undefined;
  readonly push: (element: T) => void;
  readonly shift: () => T | undefined;
  /** Returns all elements, first in first. */
  readonly all: () => T[];
}

/** Below this number of elements, freeing the space of the removed ones is not worth its time. */
const KEPT_AT_LEAST = 1_024;

/** A queue in memory. Unlike an array, it stays fast with hundreds of thousands of elements. */
export function fifo<T>(): Fifo<T> {
  let held: T[] = [];
  let first = 0;
  return {
    size: () => held.length - first,
    peek: () => held[first],
    push: (element) => void held.push(element),
    all: () => held.slice(first),
    shift() {
      if (first === held.length) return undefined;
      const element = held[first];
      first += 1;
      if (first > KEPT_AT_LEAST && first * 2 > held.length) {
        held = held.slice(first);
        first = 0;
      }
      return element;
    },
  };
}
