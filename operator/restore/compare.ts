import { isDeepStrictEqual } from 'node:util';
import { keys } from '../../shared/store/table/keys.ts';
import type { WatchedTarget } from '../command.ts';
import { itemKey } from '../invariants/item-kinds.ts';
import { cappedList } from '../whole-table/capped-list.ts';
import { keyText } from '../whole-table/key-text.ts';
import { readTableSize } from '../whole-table/table-size.ts';
import { consistentReader } from './consistent-reader.ts';
import { type Restoring, visitTable } from './visit-table.ts';

/**
 * Compares a restored table with the table in use. `missing` items are only in the restored table, and `extra` items
 * only in the table in use. Restored groups of deleted partners are left out.
 */
export async function compareTables(target: WatchedTarget, restoring: Restoring) {
  const { restored, inUse } = restoring;
  const [missing, different, extra] = [cappedList<string>(), cappedList<string>(), cappedList<string>()];
  const unreadable = (item: Readonly<Record<string, unknown>>) => different.add(keyText(itemKey(item)));
  const total = async (name: string) => (await readTableSize(target, name)).items;

  await visitTable(
    target,
    restoring,
    { of: restored, total: await total(restored.name) },
    {
      onGroup: async (group) => {
        if (await consistentReader(inUse).load(keys.deletedPartner(group.partnerId))) return;
        for (const [key, item] of group.restored) {
          const now = group.inUse.get(key);
          if (now === undefined) missing.add(key);
          else if (!isDeepStrictEqual(now, item)) different.add(key);
        }
        for (const key of group.inUse.keys()) if (!group.restored.has(key)) extra.add(key);
      },
      onSingle: async (item) => {
        const key = itemKey(item);
        const now = await consistentReader(inUse).load(key);
        if (now === undefined) missing.add(keyText(key));
        else if (!isDeepStrictEqual(now, item)) different.add(keyText(key));
      },
      onUnreadable: unreadable,
    },
  );
  await visitTable(
    target,
    restoring,
    { of: inUse, total: await total(inUse.name) },
    {
      // The first walk has already compared the groups of the restored table.
      onGroup: async (group) => {
        if (group.restored.size === 0) for (const key of group.inUse.keys()) extra.add(key);
      },
      onSingle: async (item) => {
        const key = itemKey(item);
        if (!(await consistentReader(restored).load(key))) extra.add(keyText(key));
      },
      onUnreadable: unreadable,
    },
  );
  return { missing, different, extra };
}
