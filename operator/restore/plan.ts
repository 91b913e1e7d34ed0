import { isDeepStrictEqual } from 'node:util';
import { keys } from '../../shared/store/table/keys.ts';
import { FORM, type InvariantName, isValidItem, rulesOf } from '../invariants/invariants.ts';
import { type Item, itemKey, KINDS, kindOfItem } from '../invariants/item-kinds.ts';
import { keyText } from '../whole-table/key-text.ts';
import type { Group, Items } from './groups.ts';
import { type Facts, restoredItems } from './restored-items.ts';

export interface LeftOut {
  readonly key: string;
  readonly why: string;
}

/** The items of a group to write, and why other items are not restored. */
export interface Plan {
  readonly puts: readonly Item[];
  readonly leftOut: readonly LeftOut[];
}

/** Returns the invariants that the items of a group break. */
function brokenInvariants(items: Items, nowMs: number): InvariantName[] {
  return [...items.values()].flatMap((item) => {
    if (!isValidItem(item)) return [FORM];
    const broken = rulesOf(item).filter(({ rule }) => {
      const others = rule.about(item).map((key) => items.get(keyText(key)));
      return !rule.holds(item, others, nowMs);
    });
    return broken.map(({ invariant }) => invariant);
  });
}

/**
 * Decides which items of a group are restored. If the group has items in use that agree with each other, and none is
 * damaged, restores nothing: missing items were deleted on purpose, and items with other content are newer. If no item
 * is in use, restores all. Otherwise restores the fewest items with which all items agree again, and replaces readable
 * items only if nothing else helps. An item that was `asked` for is restored too, unless it is a readable delivery or
 * the items would not agree.
 */
export function planRestore(group: Group, facts: Facts, asked?: string): Plan {
  const { inUse, restored } = group;
  const candidates = [...restored.keys()].filter((key) => !isDeepStrictEqual(restored.get(key), inUse.get(key)));
  if (asked !== undefined && isSoundRow(inUse.get(asked)))
    return unrestored(group, 'the delivery in use is readable, so it is not replaced');
  const wanted = candidates.filter((key) => key === asked || isItemDamaged(inUse.get(key), restored.get(key)));
  const isGone = inUse.size === 0;
  if (wanted.length === 0 && !isGone && brokenInvariants(inUse, facts.nowMs).length === 0)
    return { puts: [], leftOut: [] };
  if (candidates.length === 0)
    return unrestored(group, 'the restored table has the same items, so it cannot repair them');
  const choices = (isGone ? [candidates] : subsetsOf(candidates))
    .filter((chosen) => wanted.every((key) => chosen.includes(key)))
    .sort((one, other) => lossOf(one, inUse) - lossOf(other, inUse));
  for (const chosen of choices) {
    const puts = restoredItems(group, chosen, facts);
    const known = [...inUse.values(), ...(facts.keyInUse ? [facts.keyInUse] : []), ...puts];
    const after = new Map(known.map((item) => [keyText(itemKey(item)), item]));
    if (brokenInvariants(after, facts.nowMs).length === 0) return { puts, leftOut: [] };
  }
  const [invariant] = brokenInvariants(inUse, facts.nowMs);
  return unrestored(
    group,
    `the restored items cannot repair the group of this item: ${invariant === undefined ? 'an invariant would be' : `${invariant} is`} broken`,
  );
}

const unrestored = (group: Group, why: string): Plan => ({ puts: [], leftOut: [leftOutEntry(group, why)] });

export const leftOutEntry = ({ keys: [first = keys.partner('')] }: Group, why: string): LeftOut => ({
  key: keyText(first),
  why,
});

const isSoundRow = (item: Item | undefined): boolean => item !== undefined && KINDS.delivery.read(item).success;

/**
 * Reports damage that breaks no invariant: a missing webhook, or a call that differs in more than its expiry. No
 * operation deletes only the webhook, and only the expiry of a call ever changes.
 */
function isItemDamaged(inUse: Item | undefined, restored: Item | undefined): boolean {
  if (inUse === undefined) return restored !== undefined && kindOfItem(itemKey(restored)) === 'webhook';
  const [now, before] = [inUse, restored].map((item) => item && KINDS.call.read(item).data);
  if (now === undefined || before === undefined) return false;
  return !isDeepStrictEqual({ ...now, expiresAtUnixSeconds: 0 }, { ...before, expiresAtUnixSeconds: 0 });
}

/** Returns all subsets except the empty one. They are few, because a group has few items. */
const subsetsOf = (names: readonly string[]): string[][] =>
  Array.from({ length: 2 ** names.length - 1 }, (_, index) =>
    names.filter((_name, place) => Math.floor((index + 1) / 2 ** place) % 2 === 1),
  );

const READABLE = 100;

/** Rates a choice: 100 for each readable item, which would lose its newer values, and 1 for any other item. */
const lossOf = (chosen: readonly string[], inUse: Items): number =>
  chosen.reduce((loss, key) => {
    const item = inUse.get(key);
    return loss + (item !== undefined && isValidItem(item) ? READABLE : 1);
  }, 0);
