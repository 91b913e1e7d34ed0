import { undeliveredShardOfRow } from '../../shared/store/deliveries/item.ts';
import type { Partner } from '../../shared/store/partners/item.ts';
import { keyItemOf } from '../../shared/store/partners/item.ts';
import { keys } from '../../shared/store/table/keys.ts';
import { type Item, itemKey, KINDS, kindOfItem, type Row } from '../invariants/item-kinds.ts';
import { delegationOf } from '../invariants/lines.ts';
import { idIn } from '../invariants/rule.ts';
import { keyText } from '../whole-table/key-text.ts';
import type { Group } from './groups.ts';

/** What decides how a group of items is restored, besides the items of the group. */
export interface Facts {
  readonly nowMs: number;
  /** Whether the whole table was lost. Then nothing shows which keys and numbers were removed after the backup. */
  readonly isLost: boolean;
  /** The partner's API key in the table in use, if the partner itself is missing or damaged there. */
  readonly keyInUse?: Item | undefined;
  /** How many active lines a restored partner has, including those that are yet to be restored. */
  readonly lineCount?: number | undefined;
}

/** Returns the items to write, so that the chosen items of a group are restored in the table in use. */
export function restoredItems(group: Group, chosen: readonly string[], facts: Facts): Item[] {
  const items = chosen.map((key) => group.restored.get(key)).filter((item) => item !== undefined);
  const kinds = new Set(items.map((item) => kindOfItem(itemKey(item))));
  if (kinds.has('partner') && !facts.isLost) return restoredPartner(group, items, facts);
  return items.map((item) => restoredItem(item, items, group, facts));
}

function restoredItem(item: Item, items: readonly Item[], group: Group, { isLost }: Facts): Item {
  const row = KINDS.delivery.read(item).data;
  if (row !== undefined) return restoredDelivery(row, group);
  if (kindOfItem(itemKey(item)) === 'call') return restoredCall(item, group);
  if (kindOfItem(itemKey(item)) === 'line' && !isLost) return restoredLine(item, group);
  return updateCopiedValues(item, items, group);
}

/**
 * A restored item can repeat values of other items, such as the partner's name. These values come from the items in
 * use, which are newer. A webhook in use keeps its URL, but gets the hint of the partner's secret.
 */
function updateCopiedValues(item: Item, items: readonly Item[], { inUse }: Group): Item {
  const all = [...inUse.values()];
  const partner = all.flatMap((one) => KINDS.partner.read(one).data ?? [])[0];
  const line = all.flatMap((one) => KINDS.line.read(one).data ?? [])[0];
  const secret = [...items, ...all].flatMap((one) => KINDS.secret.read(one).data ?? [])[0];
  const webhook = all.flatMap((one) => KINDS.webhook.read(one).data ?? [])[0];
  switch (kindOfItem(itemKey(item))) {
    case 'apiKey':
      return partner ? { ...itemKey(item), ...keyItemOf(partner) } : item;
    case 'registryEntry':
      return partner ? { ...item, name: partner.name } : item;
    case 'delegation':
      return line ? delegationOf(line) : item;
    case 'webhook':
      return { ...(webhook ?? item), ...(secret && { signingSecretHint: secret.hint }) };
    default:
      return item;
  }
}

/**
 * Returns the items of a restored partner. The partner keeps the API key in use, whose item has the newer name, scopes
 * and state. If no key is in use, the restored key becomes revoked, because an operator may have revoked it after the
 * time of the restored table.
 */
function restoredPartner({ inUse }: Group, items: readonly Item[], facts: Facts): Item[] {
  const { keyInUse, lineCount } = facts;
  const before = items.flatMap((item) =>
    kindOfItem(itemKey(item)) === 'partner' ? (KINDS.partner.read(item).data ?? []) : [],
  )[0];
  if (before === undefined) return [...items];
  const sameKey = inUse.get(keyText(keys.apiKey(before.keyHash)));
  const key = [keyInUse, sameKey].flatMap((item) => (item && KINDS.apiKey.read(item).data) ?? [])[0];
  const { PK: _, SK: __, ...partner } = before;
  const counted: Partner = { ...partner, lineCount: lineCount ?? partner.lineCount };
  const after: Partner = key ? withKey(counted, key) : { ...counted, keyState: 'revoked' };
  const { partnerId, name, createdAt } = after;
  const others = items.filter(
    (item) => !['partner', 'apiKey', 'registryEntry'].includes(kindOfItem(itemKey(item)) ?? ''),
  );
  return [
    { ...keys.partner(partnerId), ...after },
    ...(key ? [] : [{ ...keys.apiKey(after.keyHash), ...keyItemOf(after) }]),
    { ...keys.registryEntry(partnerId), partnerId, name, createdAt },
    ...others,
  ];
}

const withKey = (partner: Partner, key: Row<'apiKey'>): Partner => ({
  ...partner,
  name: key.partnerName,
  scopes: key.scopes,
  state: key.partnerState,
  keyHash: idIn(key.PK),
  keyPrefix: key.keyPrefix,
  keyState: key.keyState,
});

/**
 * A pending delivery becomes skipped, because its event may have been sent after the time of the restored table. A
 * person must decide on a replay.
 */
function restoredDelivery(row: Row<'delivery'>, { inUse }: Group): Item {
  const call = inUse.get(keyText(keys.call(row.tenantId, row.storedAtMs, row.callId)));
  const { leaseToken: _, leaseUntilMs: __, dueShard: ___, sweepAtMs: ____, undeliveredShard: _____, ...rest } = row;
  const settled =
    row.status === 'pending' ? { ...rest, status: 'skipped' as const, skipReason: 'restored' as const } : rest;
  const expiry = call ? call['expiresAtUnixSeconds'] : row.callExpiresAtUnixSeconds;
  return withoutUndefined({
    ...settled,
    undeliveredShard: undeliveredShardOfRow(settled),
    callExpiresAtUnixSeconds: expiry,
  });
}

/** Returns a restored call with the current expiry, which is in the delivery in use. */
function restoredCall(call: Item, { inUse }: Group): Item {
  const row = inUse.get(keyText(keys.delivery(String(call['callId']))));
  const isReadable = row !== undefined && KINDS.delivery.read(row).success;
  return isReadable ? withoutUndefined({ ...call, expiresAtUnixSeconds: row['callExpiresAtUnixSeconds'] }) : call;
}

/** Restores a number only if the table in use has the number for this line, because it may be detached by now. */
function restoredLine(line: Item, { inUse }: Group): Item {
  const { number, ...rest } = line;
  if (typeof number !== 'string') return line;
  const holder = inUse.get(keyText(keys.number(number)));
  return holder?.['tenantId'] === line['tenantId'] ? line : { ...rest, numberReleased: true };
}

const withoutUndefined = (item: Item): Item =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));
