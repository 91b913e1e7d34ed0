import type { Table } from '../../shared/store/table/connect.ts';
import { isNew, type Parts } from '../../shared/store/table/expression.ts';
import { check, put, throwIfContended, transact } from '../../shared/store/table/transactions.ts';
import { type Item, keyOf } from '../invariants/kinds.ts';
import { textOfKey } from '../whole-table/key-text.ts';
import type { Group } from './groups.ts';

/**
 * Writes the items of a group, on condition that the whole group is still as it was read. Returns false if it has
 * changed. The conditions do not see an attribute that was added.
 */
export async function writeGroup(table: Table, { keys, inUse }: Group, puts: readonly Item[]): Promise<boolean> {
  const putKeys = new Map(puts.map((item) => [textOfKey(keyOf(item)), item]));
  const writes = Object.fromEntries([
    ...puts.map((item, index) => [`put${index}`, put(item, asRead(inUse.get(textOfKey(keyOf(item)))))] as const),
    ...keys
      .filter((key) => !putKeys.has(textOfKey(key)))
      .map((key, index) => [`check${index}`, check(key, asRead(inUse.get(textOfKey(key))))] as const),
  ]);
  const cancelled = await transact(table, writes);
  if (cancelled) throwIfContended(cancelled);
  return cancelled === undefined;
}

function asRead(item: Item | undefined) {
  if (item === undefined) return { condition: isNew };
  const attributes = Object.entries(item).filter(([name]) => name !== 'PK' && name !== 'SK');
  return {
    condition: {
      exists: 'attribute_exists(PK)',
      ...Object.fromEntries(attributes.map(([name]) => [name, `#${name} = :${name}`])),
    },
    values: Object.fromEntries(attributes.map(([name, value]) => [`:${name}`, value])),
  } satisfies Parts;
}
