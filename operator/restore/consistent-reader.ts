import DataLoader from 'dataloader';
import { batchGet } from '../../shared/store/table/batch-get.ts';
import type { Item, Table } from '../../shared/store/table/connect.ts';
import type { Key } from '../../shared/store/table/keys.ts';

interface Reader {
  readonly load: (key: Key) => Promise<Item | undefined>;
  readonly loadAll: (wanted: readonly Key[]) => Promise<(Item | undefined)[]>;
}

const readers = new WeakMap<Table, Reader>();

/** Returns functions that read items of the table consistently. Concurrent reads share a request. */
export function consistentReader(table: Table): Reader {
  const known = readers.get(table);
  if (known) return known;
  const items = new DataLoader(
    async (wanted: readonly Key[]) => {
      const itemAt = await batchGet(table, wanted);
      return wanted.map(itemAt);
    },
    { cache: false },
  );
  const load = (key: Key) => items.load(key);
  const reader = { load, loadAll: (wanted: readonly Key[]) => Promise.all(wanted.map(load)) };
  readers.set(table, reader);
  return reader;
}
