import {
  type Item,
  type ItemKind,
  itemKey,
  KINDS,
  type KindName,
  kindOfItem,
} from '../../operator/invariants/item-kinds.ts';
import type { Key } from '../../shared/store/table/keys.ts';

export type { Item } from '../../operator/invariants/item-kinds.ts';

export type TableView = ReturnType<typeof tableView>;

export function tableView(items: readonly Item[]) {
  const byKind = Map.groupBy(items, (item) => kindOfItem(itemKey(item)));
  const byKey = new Map(items.map((item) => [nameOf(itemKey(item)), item]));
  const rows = <Row>(name: KindName, kind: ItemKind<Row>): Row[] =>
    (byKind.get(name) ?? []).flatMap((item) => kind.read(item).data ?? []);
  return {
    items,
    at: (key: Key): Item | undefined => byKey.get(nameOf(key)),
    of: (kind: KindName): readonly Item[] => byKind.get(kind) ?? [],
    partners: rows('partner', KINDS.partner),
    secrets: rows('secret', KINDS.secret),
    lines: rows('line', KINDS.line),
    delegations: rows('delegation', KINDS.delegation),
    idempotencyRecords: rows('idempotency', KINDS.idempotency),
    deliveries: rows('delivery', KINDS.delivery),
    calls: rows('call', KINDS.call),
    waitingSecrets: rows('waitingSecret', KINDS.waitingSecret),
    auditEntries: rows('auditEntry', KINDS.auditEntry),
    rejectedCalls: rows('rejectedCall', KINDS.rejectedCall),
    rateCounts: rows('rateCount', KINDS.rateCount),
  };
}

/** No key contains a NUL. */
const nameOf = ({ PK, SK }: Key) => `${PK}\0${SK}`;
