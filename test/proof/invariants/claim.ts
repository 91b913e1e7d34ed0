import type { TableView } from '../table-view.ts';

/** What must be true of the table. Answers a sentence for every place where it is not. */
export type Invariant = (table: TableView) => readonly string[];

/** A sentence for every row of which the claim is false. */
export const each = <T>(rows: readonly T[], claim: (row: T) => boolean, says: (row: T) => string): string[] =>
  rows.filter((row) => !claim(row)).map(says);

/** A part of a key behind its first `#`. */
export const named = (key: string) => key.slice(key.indexOf('#') + 1);
