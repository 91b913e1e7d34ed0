/** A binary heap. Its first element is one that no other element is before. */
export interface Heap<T> {
  readonly peek: () => T | undefined;
  readonly push: (element: T) => void;
  /** Removes the first element and returns it. */
  readonly pop: () => T | undefined;
}

export function heap<T>(isBefore: (one: T, other: T) => boolean): Heap<T> {
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
    push(element) {
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
    pop() {
      const first = held[0];
      const last = held.pop();
      if (last !== undefined && held.length > 0) sinkFromTop(last);
      return first;
    },
  };
}
