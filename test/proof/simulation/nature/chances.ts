/** A number of a named sequence, and which of it that was. */
export interface Draw {
  readonly value: number;
  readonly nth: number;
}

export type Chances = ReturnType<typeof chances>;

/**
 * Everything that is left to chance in a run. Each name has a sequence of its own, a function of seed and name alone: a
 * fault taken away from one place leaves the luck of all others as it was, so that a failing run can be made smaller.
 */
export function chances(seed: number) {
  const drawn = new Map<string, number>();

  function draw(name: string): Draw {
    const nth = (drawn.get(name) ?? 0) + 1;
    drawn.set(name, nth);
    return { value: fractionOf(name, seed, nth), nth };
  }
  const fraction = (name: string) => draw(name).value;
  /** A whole number, both ends included. */
  const between = (name: string, low: number, high: number) => low + Math.floor(fraction(name) * (high - low + 1));

  return {
    draw,
    fraction,
    between,
    pick<T>(name: string, list: readonly [T, ...T[]]): T {
      return list[between(name, 0, list.length - 1)] ?? list[0];
    },
    /** In any order. */
    shuffled: <T>(name: string, list: readonly T[]): T[] =>
      list
        .map((one) => ({ one, rank: fraction(name) }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ one }) => one),
  };
}

/** In [0, 1). FNV-1a over the name, then the last steps of MurmurHash3, by which every bit depends on every other. */
function fractionOf(name: string, seed: number, nth: number): number {
  let hash = 0x811c9dc5 ^ Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(nth, 0x85ebca77);
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}
