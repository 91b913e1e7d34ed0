import { batchGet } from '../../shared/store/table/batch-get.ts';
import type { Item, Table } from '../../shared/store/table/connect.ts';
import { type Key, keys } from '../../shared/store/table/keys.ts';
import type { WatchedTarget } from '../command.ts';
import { itemKey, type KindName, kindOfItem } from '../invariants/item-kinds.ts';
import { partnerPages } from '../whole-table/pages.ts';
import { announceCost } from '../whole-table/table-size.ts';

/**
 * The kinds of items in an export, each with the attributes that are left out, because they are secret or only we can
 * use them. Items of any other kind are left out: they are secret, repeat another kind (delegations), or only we can
 * use them.
 */
const EXPORTED: Partial<Readonly<Record<KindName, readonly string[]>>> = {
  partner: ['keyHash'],
  webhook: [],
  health: ['lastCounted'],
  line: ['terminatedBy', 'releasedBy'],
  agent: ['version'],
  idempotency: ['bodyHash'],
  call: [],
  delivery: [
    'leaseToken',
    'leaseUntilMs',
    'dueShard',
    'sweepAtMs',
    'deliveriesOf',
    'recordedAtCallId',
    'undeliveredShard',
    'payloadVersion',
  ],
};

/** The attributes of an item, and which kind of item it is. */
export type ExportedItem = { readonly kind: KindName } & Readonly<Record<string, unknown>>;

/**
 * Yields the items of a partner page by page. If the table changes meanwhile, the items are not all from the same
 * moment.
 */
export async function* exportedPages(target: WatchedTarget, partnerId: string): AsyncGenerator<ExportedItem[]> {
  const { table } = target;
  const size = await announceCost(target, [table.name]);
  yield exportedItems(await readExistingItems(table, [keys.webhook(partnerId), keys.health(partnerId)]));
  for await (const page of partnerPages(target, table, partnerId, size.items)) {
    const lines = page.filter((item) => kindOfItem(itemKey(item)) === 'line');
    const agents = await readExistingItems(
      table,
      lines.map((item) => ({ PK: itemKey(item).PK, SK: keys.agent('').SK })),
    );
    yield exportedItems([...page, ...agents]);
  }
}

async function readExistingItems(table: Table, wanted: readonly Key[]): Promise<Item[]> {
  const itemAt = await batchGet(table, wanted);
  return wanted.map(itemAt).filter((item) => item !== undefined);
}

const exportedItems = (items: readonly Item[]): ExportedItem[] =>
  items.flatMap((item) => {
    const kind = kindOfItem(itemKey(item));
    const leftOut = kind && EXPORTED[kind];
    if (kind === undefined || leftOut === undefined) return [];
    const kept = Object.entries(item).filter(([name]) => name !== 'PK' && name !== 'SK' && !leftOut.includes(name));
    // The settings of an agent do not contain the id of their line, so the id is taken from the key.
    const owner = kind === 'agent' ? { tenantId: itemKey(item).PK.slice(keys.agent('').PK.length) } : {};
    return [{ kind, ...owner, ...Object.fromEntries(kept) }];
  });
