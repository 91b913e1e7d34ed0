import { isDeepStrictEqual } from 'node:util';
import { idOf, keyOf, PRIMARY, type View } from './schema.ts';
import { type Item, order, type Value } from './values.ts';

/** A stream record of a change. A write that changes nothing creates no record. */
export interface Change {
  /** One more than the number of the previous record. */
  readonly sequenceNumber: number;
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly key: Item;
}

/** Is called after each change with the item before it and after it. An absent item is undefined. */
export type OnChange = (change: Change, before: Item | undefined, after: Item | undefined) => void;

export type Rows = ReturnType<typeof rows>;

/** Stores the items by key and in the order of every view, and reports their changes. */
export function rows(initial: readonly Item[], onChange: OnChange) {
  const items = new Map<string, Item>();
  // A view is sorted when it is queried for the first time, because most tables are never queried by most views.
  const views = new Map<string | undefined, ReturnType<typeof sorted>>();
  let changes = 0;
  for (const item of initial) items.set(idOf(item), item);

  function sortedBy(view: View): ReturnType<typeof sorted> {
    const known = views.get(view.name);
    if (known) return known;
    const made = sorted(view);
    for (const item of items.values()) made.add(item);
    views.set(view.name, made);
    return made;
  }

  return {
    items: (): Item[] => [...items.values()],
    at: (key: Item): Item | undefined => items.get(idOf(key)),
    /** Returns the items of one partition in the order of the view's sort key. */
    inPartition: (view: View, partition: Value): readonly Item[] => sortedBy(view).get(partition) ?? [],
    replace(key: Item, after: Item | undefined): void {
      const before = items.get(idOf(key));
      const eventName = nameOf(before, after);
      if (eventName === undefined) return;
      for (const view of views.values()) view.replace(before, after);
      if (after) items.set(idOf(key), after);
      else items.delete(idOf(key));
      changes += 1;
      onChange({ sequenceNumber: changes, eventName, key: keyOf(key) }, before, after);
    },
  };
}

function nameOf(before: Item | undefined, after: Item | undefined): Change['eventName'] | undefined {
  if (before === undefined) return after && 'INSERT';
  if (after === undefined) return 'REMOVE';
  return isDeepStrictEqual(before, after) ? undefined : 'MODIFY';
}

/** Returns the order of the sort key. Among equal ones in an index, the key of the table decides. */
export function compareIn({ sort }: View): (one: Item, other: Item) => number {
  const names = [sort.name, PRIMARY.partition.name, PRIMARY.sort.name];
  return (one, other) => {
    for (const name of names) {
      const sign = order(one[name], other[name]);
      if (sign) return sign;
    }
    return 0;
  };
}

/** Returns a sorted list for the view. Items without the view's keys are not in it. */
function sorted(view: View) {
  const partitions = new Map<Value, Item[]>();
  const compare = compareIn(view);
  const partitionOf = (item: Item) => {
    const partition = item[view.partition.name];
    return item[view.sort.name] === undefined ? undefined : partition;
  };

  function add(item: Item): void {
    const partition = partitionOf(item);
    if (partition === undefined) return;
    const members = partitions.get(partition);
    if (members) members.splice(firstNotBefore(members, item, compare), 0, item);
    else partitions.set(partition, [item]);
  }

  function remove(item: Item): void {
    const partition = partitionOf(item);
    const members = partition === undefined ? undefined : partitions.get(partition);
    if (partition === undefined || members === undefined) return;
    if (members.length === 1) partitions.delete(partition);
    else members.splice(firstNotBefore(members, item, compare), 1);
  }

  /** Most changes of an item leave it where it is. */
  function replaceInPlace(before: Item, after: Item): boolean {
    const partition = partitionOf(before);
    if (partition !== partitionOf(after) || compare(before, after) !== 0) return false;
    const members = partition === undefined ? undefined : partitions.get(partition);
    if (members) members[firstNotBefore(members, before, compare)] = after;
    return true;
  }

  return {
    get: (partition: Value) => partitions.get(partition),
    add,
    replace(before: Item | undefined, after: Item | undefined): void {
      if (before && after && replaceInPlace(before, after)) return;
      if (before) remove(before);
      if (after) add(after);
    },
  };
}

function firstNotBefore(members: readonly Item[], item: Item, compare: (one: Item, other: Item) => number): number {
  let [low, high] = [0, members.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const member = members[middle];
    if (member !== undefined && compare(member, item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
