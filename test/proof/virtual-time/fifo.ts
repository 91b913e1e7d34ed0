export type Fifo<T> = ReturnType<typeof fifo<T>>;

/** Below this number of elements, freeing the space of the removed ones is not worth its time. */
const KEPT_AT_LEAST = 1_024;

/** A queue in memory. Unlike an array, it stays fast with hundreds of thousands of elements. */
export function fifo<T>() {
  let held: T[] = [];
  let first = 0;
  return {
    size: () => held.length - first,
    peek: () => held[first],
    push: (element: T) => void held.push(element),
    /** Returns all elements, first in first. */
    all: () => held.slice(first),
    shift(): T | undefined {
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
