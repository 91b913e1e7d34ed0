import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { isExpired } from '../../shared/domain/calls/expiry.ts';
import { findDeletedPartner } from '../../shared/store/partners/deletion.ts';
import { batchGet } from '../../shared/store/table/batch-get.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { expressions, isNew, type Parts } from '../../shared/store/table/expression.ts';
import { check, put, throwIfContended, transact } from '../../shared/store/table/transactions.ts';
import { rulesOf } from '../invariants/invariants.ts';
import { type Item, itemKey, kindOfItem } from '../invariants/item-kinds.ts';
import { partnerIdIn } from '../invariants/lines.ts';
import { keyText } from '../whole-table/key-text.ts';
import type { Group } from './groups.ts';
import type { Facts } from './restored-items.ts';

/**
 * Writes items of a group. Returns false if the group has changed since it was read. The conditions of the write do not
 * detect an added attribute.
 */
export async function writeGroup(table: Table, { keys, inUse }: Group, puts: readonly Item[]): Promise<boolean> {
  const putKeys = new Map(puts.map((item) => [keyText(itemKey(item)), item]));
  const writes = Object.fromEntries([
    ...puts.map(
      (item, index) => [`put${index}`, put(item, unchangedCondition(inUse.get(keyText(itemKey(item)))))] as const,
    ),
    ...keys
      .filter((key) => !putKeys.has(keyText(key)))
      .map((key, index) => [`check${index}`, check(key, unchangedCondition(inUse.get(keyText(key))))] as const),
  ]);
  const cancelled = await transact(table, writes);
  if (cancelled) throwIfContended(cancelled);
  return cancelled === undefined;
}

function unchangedCondition(item: Item | undefined) {
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

/**
 * Reports whether an item without a group can be restored. The item must not have expired, exist in the current
 * table, or be an idempotency key of a deleted partner. If the table was not lost, the item must also break no
 * invariant, and not record a deletion.
 */
export async function canBeRestored(inUse: Table, item: Item, { nowMs, isLost }: Facts): Promise<boolean> {
  const kind = kindOfItem(itemKey(item));
  const expiry = item['expiresAtUnixSeconds'];
  if (kind === undefined || isExpired(typeof expiry === 'number' ? expiry : undefined, nowMs)) return false;
  // A table that was not lost still has the item that records a deletion.
  if (!isLost && (kind === 'deletedPartner' || kind === 'deletedLine')) return false;
  if (kind === 'idempotency' && (await findDeletedPartner(inUse, partnerIdIn(itemKey(item).PK)))) return false;
  const rules = rulesOf(item).map(({ rule }) => rule);
  const itemAt = await batchGet(inUse, [itemKey(item), ...rules.flatMap((rule) => rule.about(item))]);
  if (itemAt(itemKey(item)) !== undefined) return false;
  // If the table was lost, an idempotency key may be restored before its line.
  return isLost || rules.every((rule) => rule.holds(item, rule.about(item).map(itemAt), nowMs));
}

/** Writes an item. Returns false if the table already has an item with the same key. */
export async function putIfNew({ db, name }: Table, item: Item): Promise<boolean> {
  try {
    await db.send(new PutCommand({ TableName: name, Item: { ...item }, ...expressions({ condition: isNew }) }));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
