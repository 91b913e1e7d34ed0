import type { Table } from '../../shared/store/table/connect.ts';
import { type Item, itemKey, kindOfItem } from '../invariants/item-kinds.ts';
import { MOST_REQUESTS_AT_A_TIME, mapInParallel } from '../map-in-parallel.ts';
import { type ScanTarget, scanPages } from '../whole-table/pages.ts';
import { ANCHORS, type Group, readGroup, SINGLES } from './groups.ts';

/** The two tables, and which part of them is compared or restored. */
export interface Restoring {
  readonly restored: Table;
  readonly inUse: Table;
  /** If present, only this partner is compared or restored. */
  readonly partnerId?: string | undefined;
}

interface Visits {
  readonly onGroup: (group: Group) => Promise<void>;
  readonly onSingle: (item: Item) => Promise<void>;
  readonly onUnreadable: (item: Item) => void;
}

/** Visits the groups and the `SINGLES` of the given table, page by page, with pauses. */
export async function visitTable(
  target: ScanTarget,
  { restored, inUse, partnerId }: Restoring,
  { of, total }: { readonly of: Table; readonly total: number },
  { onGroup, onSingle, onUnreadable }: Visits,
): Promise<void> {
  const visit = async (item: Item): Promise<void> => {
    const kind = kindOfItem(itemKey(item));
    if (SINGLES.includes(kind)) await onSingle(item);
    if (!ANCHORS.includes(kind)) return;
    const group = await readGroup(item, restored, inUse);
    if (group === undefined) onUnreadable(item);
    else await onGroup(group);
  };
  const only = partnerId === undefined ? {} : { filter: OF_PARTNER, values: { ':partnerId': partnerId } };
  for await (const page of scanPages(target, of, { total, only })) {
    await mapInParallel(page, MOST_REQUESTS_AT_A_TIME, visit);
  }
}

const OF_PARTNER = { ofPartner: '#partnerId = :partnerId' };
