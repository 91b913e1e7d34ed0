import { batchGet, type Key, nameOf } from './batch-get.ts';
import type { Table } from './connect.ts';

/** The items of the keys, in the order of the keys; those that are not there are left out. */
export async function readMany(table: Table, wanted: readonly Key[]): Promise<Record<string, unknown>[]> {
  const found = await batchGet(table, wanted);
  return wanted.flatMap((key) => {
    const item = found.get(nameOf(key));
    return item ? [item] : [];
  });
}
