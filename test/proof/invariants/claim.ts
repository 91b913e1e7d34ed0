import type { TableView } from '../table-view.ts';

/** A rule for the table. Returns a sentence for every place where it is broken. */
export type Invariant = (table: TableView) => readonly string[];

/** Returns a sentence for every row for which the claim is false. */
export const each = <T>(rows: readonly T[], claim: (row: T) => boolean, says: (row: T) => string): string[] =>
  rows.filter((row) => !claim(row)).map(says);

/** Returns the part of a key after its first `#`. */
export const named = (key: string) => key.slice(key.indexOf('#') + 1);
