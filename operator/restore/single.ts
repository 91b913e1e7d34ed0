import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { isExpired } from '../../shared/domain/calls/expiry.ts';
import { findDeletedPartner } from '../../shared/store/partners/deleted.ts';
import { batchGet } from '../../shared/store/table/batch-get.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { expressions, isNew } from '../../shared/store/table/expression.ts';
import { rulesOf } from '../invariants/invariants.ts';
import { type Item, keyOf, kindOf } from '../invariants/kinds.ts';
import { ownerIn } from '../invariants/lines.ts';
import type { Facts } from './returning.ts';

/** Reports whether an item that stands alone may come back: it is missing, has not expired, and something refers to it. */
export async function mayReturn(inUse: Table, item: Item, { nowMs, isLost }: Facts): Promise<boolean> {
  const kind = kindOf(keyOf(item));
  const expiry = item['expiresAtUnixSeconds'];
  if (kind === undefined || isExpired(typeof expiry === 'number' ? expiry : undefined, nowMs)) return false;
  // Unless the table was lost, it says itself what was deleted.
  if (kind === 'deletedPartner' || kind === 'deletedLine') return isLost;
  if (kind === 'idempotency' && (await findDeletedPartner(inUse, ownerIn(keyOf(item).PK)))) return false;
  const rules = rulesOf(kind).map(({ rule }) => rule);
  const itemAt = await batchGet(inUse, [keyOf(item), ...rules.flatMap((rule) => rule.about(item))]);
  if (itemAt(keyOf(item)) !== undefined) return false;
  // In a lost table, the line of an idempotency key may come back later than the key.
  return isLost || rules.every((rule) => rule.holds(item, rule.about(item).map(itemAt), nowMs));
}

/** Writes an item unless there is one. Returns false if there is. */
export async function putNew({ db, name }: Table, item: Item): Promise<boolean> {
  try {
    await db.send(new PutCommand({ TableName: name, Item: { ...item }, ...expressions({ condition: isNew }) }));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
