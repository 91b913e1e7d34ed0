import type { Key } from '../../shared/store/table/keys.ts';
import { type Item, type ItemKind, KINDS, type KindName, type Row } from './item-kinds.ts';

/** The items at the keys on which a rule depends, in the same order; undefined where there is none. */
export type Others = readonly (Item | undefined)[];

/** A rule about one kind of item. It checks each item, and a few other items that the item refers to. */
export interface Rule {
  readonly of: KindName;
  /** Returns the keys of the other items on which the rule depends. */
  about(item: Item): readonly Key[];
  /** A rule also holds for an item that cannot be read, because `everyItemHasItsForm` reports that item. */
  holds(item: Item, others: Others, nowMs: number): boolean;
}

/** Makes a rule from functions that take the parsed item. */
export function defineRule<K extends KindName>(
  of: K,
  about: (row: Row<K>) => readonly Key[],
  holds: (row: Row<K>, others: Others, nowMs: number) => boolean,
): Rule {
  const kind: ItemKind<Row<K>> = KINDS[of];
  const rowOf = (item: Item) => kind.read(item).data;
  return {
    of,
    about: (item) => {
      const row = rowOf(item);
      return row === undefined ? [] : about(row);
    },
    holds: (item, others, nowMs) => {
      const row = rowOf(item);
      return row === undefined || holds(row, others, nowMs);
    },
  };
}

/** Returns the part of a key after its first `#`. */
export const idIn = (key: string) => key.slice(key.indexOf('#') + 1);
