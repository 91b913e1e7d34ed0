import type { Table } from '../../shared/store/table/connect.ts';
import { type Key, keys } from '../../shared/store/table/keys.ts';
import { rulesOf } from '../invariants/invariants.ts';
import { type Item, itemKey, KINDS, type KindName, kindOfItem } from '../invariants/item-kinds.ts';
import { keyText } from '../whole-table/key-text.ts';
import { consistentReader } from './consistent-reader.ts';

/** Items by their key as text. */
export type Items = ReadonlyMap<string, Item>;

/** Items of a partner, of a line or of a call, which depend on each other. A group is restored in one transaction. */
export interface Group {
  readonly partnerId: string;
  readonly keys: readonly Key[];
  readonly restored: Items;
  readonly inUse: Items;
}

/** The kinds of items that refer to all other items of their group. */
export const ANCHORS: readonly (KindName | undefined)[] = ['partner', 'line', 'delivery'];
/** Items without a group, except those that the service writes again by itself, such as counts of requests. */
export const SINGLES: readonly (KindName | undefined)[] = [
  'idempotency',
  'auditEntry',
  'rejectedCall',
  'deletedPartner',
  'deletedLine',
];

/** Returns the key of the item that refers to all other items of the group. Undefined for an item without a group. */
export function anchorOfGroup(item: Item): Key | undefined {
  const { PK, SK } = itemKey(item);
  const tenantId = String(item['tenantId']);
  const partnerId = String(item['partnerId']);
  switch (kindOfItem({ PK, SK })) {
    case 'partner':
    case 'webhook':
    case 'secret':
    case 'waitingSecret':
      return { PK, SK: keys.partner('').SK };
    case 'apiKey':
    case 'registryEntry':
      return keys.partner(partnerId);
    case 'line':
    case 'agent':
    case 'owner':
      return { PK, SK: keys.line('').SK };
    case 'delegation':
    case 'externalId':
    case 'number':
      return keys.line(tenantId);
    case 'call':
    case 'delivery':
      return keys.delivery(String(item['callId']));
    default:
      return undefined;
  }
}

/**
 * Returns the partner of a group and the keys of its items. `anchor` is the item that refers to all others. Undefined if
 * the anchor cannot be read.
 */
function keysOfGroup(anchor: Item): { readonly partnerId: string; readonly keys: readonly Key[] } | undefined {
  const partner = KINDS.partner.read(anchor).data;
  if (partner !== undefined) {
    const { partnerId, keyHash } = partner;
    const own = [keys.partner, keys.registryEntry, keys.secret, keys.waitingSecret, keys.webhook];
    return { partnerId, keys: [keys.apiKey(keyHash), ...own.map((keyFor) => keyFor(partnerId))] };
  }
  const line = KINDS.line.read(anchor).data;
  if (line !== undefined) {
    const { partnerId, tenantId, externalId, number } = line;
    const own = [keys.line, keys.agent, keys.owner].map((keyFor) => keyFor(tenantId));
    const names = [keys.delegation(partnerId, tenantId), keys.externalId(partnerId, externalId)];
    return { partnerId, keys: [...own, ...names, ...(number === undefined ? [] : [keys.number(number)])] };
  }
  const row = KINDS.delivery.read(anchor).data;
  if (row === undefined) return undefined;
  const { partnerId, tenantId, storedAtMs, callId } = row;
  return { partnerId, keys: [keys.delivery(callId), keys.call(tenantId, storedAtMs, callId)] };
}

/** Reads the group of an anchor, the item that refers to all other items of the group, from both tables. */
export async function readGroup(anchor: Item, restored: Table, inUse: Table): Promise<Group | undefined> {
  const named = keysOfGroup(anchor);
  if (named === undefined) return undefined;
  // In the table in use, the anchor may refer to other items, for example to another API key after a rotation.
  const nowAnchor = await consistentReader(inUse).load(itemKey(anchor));
  const all = [...named.keys, ...((nowAnchor && keysOfGroup(nowAnchor)?.keys) ?? [])];
  const distinct = [...new Map(all.map((key) => [keyText(key), key])).values()];
  const itemsInUse = await loadItems(inUse, distinct);
  const others = await findKeysOwnedByOthers(inUse, itemsInUse, itemKey(anchor));
  const own = distinct.filter((key) => !others.has(keyText(key)));
  return {
    partnerId: named.partnerId,
    keys: own,
    restored: await loadItems(restored, own),
    inUse: new Map([...itemsInUse].filter(([key]) => !others.has(key))),
  };
}

/**
 * Returns the keys of items that belong to another group. An example is a number that was detached and then attached to
 * another line.
 */
async function findKeysOwnedByOthers(inUse: Table, items: Items, anchor: Key): Promise<ReadonlySet<string>> {
  const others = [...items].filter(([, item]) => {
    const other = anchorOfGroup(item);
    return other !== undefined && keyText(other) !== keyText(anchor);
  });
  const owned = new Set<string>();
  for (const [key, item] of others) {
    const held = await Promise.all(
      rulesOf(item).map(async ({ rule }) =>
        rule.holds(item, await consistentReader(inUse).loadAll(rule.about(item)), 0),
      ),
    );
    if (held.every(Boolean)) owned.add(key);
  }
  return owned;
}

async function loadItems(table: Table, wanted: readonly Key[]): Promise<Items> {
  const items = await consistentReader(table).loadAll(wanted);
  return new Map(items.flatMap((item) => (item === undefined ? [] : [[keyText(itemKey(item)), item] as const])));
}
