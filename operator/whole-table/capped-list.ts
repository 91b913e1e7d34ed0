/** Later entries of a list are only counted, so that a lost or badly damaged table does not fill the memory. */
const KEPT_AT_MOST = 1_000;

export interface List<Entry> {
  readonly entries: readonly Entry[];
  count(): number;
  add(entry: Entry): void;
}

/** Returns a list that counts all its entries and keeps only the first `KEPT_AT_MOST`. */
export function cappedList<Entry>(): List<Entry> {
  const entries: Entry[] = [];
  let count = 0;
  return {
    entries,
    count: () => count,
    add(entry) {
      count += 1;
      if (entries.length < KEPT_AT_MOST) entries.push(entry);
    },
  };
}
