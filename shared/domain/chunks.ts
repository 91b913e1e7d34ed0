/** Splits the list into pieces of at most `size`, in order. Used for requests that accept a limited number of items. */
export const chunksOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));
