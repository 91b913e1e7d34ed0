export type Chances = ReturnType<typeof chances>;

/**
 * Returns the random numbers of a run. Each name has its own sequence, which depends only on the seed and the name. So
 * a fault removed in one place changes no random number elsewhere, and a failing run can be shrunk.
 */
export function chances(seed: number) {
  const drawn = new Map<string, number>();

  /** Returns the next number of a named sequence, with its position. */
  function draw(name: string) {
    const nth = (drawn.get(name) ?? 0) + 1;
    drawn.set(name, nth);
    return { value: fractionOf(name, seed, nth), nth };
  }
  const fraction = (name: string) => draw(name).value;
  /** Returns a whole number from `low` to `high`, both included. */
  const between = (name: string, low: number, high: number) => low + Math.floor(fraction(name) * (high - low + 1));

  return {
    draw,
    fraction,
    between,
    pick<T>(name: string, list: readonly [T, ...T[]]): T {
      return list[between(name, 0, list.length - 1)] ?? list[0];
    },
    /** Returns the list in random order. */
    shuffled: <T>(name: string, list: readonly T[]): T[] =>
      list
        .map((one) => ({ one, rank: fraction(name) }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ one }) => one),
  };
}

/** Returns a number in [0, 1): FNV-1a over the name, then the finalizer of MurmurHash3, which mixes all bits. */
function fractionOf(name: string, seed: number, nth: number): number {
  let hash = 0x811c9dc5 ^ Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(nth, 0x85ebca77);
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}
