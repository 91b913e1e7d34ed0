import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { batchGet } from '../../shared/store/table/batch-get.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { keys } from '../../shared/store/table/keys.ts';
import type { WatchedTarget } from '../command.ts';
import { type Item, itemKey, KINDS, kindOfItem } from '../invariants/item-kinds.ts';
import { countActiveLines } from '../verify/read-again.ts';
import { keyText } from '../whole-table/key-text.ts';
import { scanPages } from '../whole-table/pages.ts';
import type { Group } from './groups.ts';
import type { Facts } from './restored-items.ts';
import type { Restoring } from './visit-table.ts';

interface Wanted extends Restoring {
  readonly isLost: boolean;
}

/**
 * For a partner that is missing or damaged in the table in use, finds its API key in this table, and counts its lines.
 * Returns neither if the whole table was lost, or if the restored table does not have the partner.
 */
export async function readKeyAndLineCount(
  target: WatchedTarget,
  { partnerId, ...group }: Group,
  wanted: Wanted,
): Promise<Facts> {
  const { restored, inUse, isLost } = wanted;
  const facts = { nowMs: target.nowMs(), isLost };
  const key = keyText(keys.partner(partnerId));
  const now = group.inUse.get(key);
  const isSound = now !== undefined && KINDS.partner.read(now).success;
  if (isLost || isSound || !group.restored.has(key)) return facts;
  const [counted, missing] = [
    await countActiveLines(inUse, partnerId),
    await countMissingLines(restored, inUse, partnerId),
  ];
  return { ...facts, keyInUse: await findApiKeyOfPartner(target, inUse, partnerId), lineCount: counted + missing };
}

/** Finds the API key of a partner. Reads the whole table, because no index has the key. */
async function findApiKeyOfPartner(target: WatchedTarget, inUse: Table, partnerId: string): Promise<Item | undefined> {
  const only = {
    filter: { ofPartner: '#partnerId = :partnerId', isKey: '#SK = :key' },
    values: { ':partnerId': partnerId, ':key': keys.apiKey('').SK },
  };
  for await (const [found] of scanPages(target, inUse, { total: 0, only })) if (found !== undefined) return found;
  return undefined;
}

/** Counts the partner's active lines that exist only in the restored table. */
async function countMissingLines(restored: Table, inUse: Table, partnerId: string): Promise<number> {
  const { PK, SK } = keys.delegation(partnerId, '');
  const pages = paginateQuery(
    { client: restored.db, pageSize: 100 },
    {
      TableName: restored.name,
      KeyConditionExpression: 'PK = :partner AND begins_with(SK, :line)',
      ExpressionAttributeValues: { ':partner': PK, ':line': SK },
    },
  );
  let missing = 0;
  for await (const { Items = [] } of pages) {
    const active = Items.flatMap((item) => KINDS.delegation.read(item).data ?? []).filter(
      ({ status }) => status === 'active',
    );
    const itemAt = await batchGet(
      inUse,
      active.map(({ tenantId }) => keys.line(tenantId)),
    );
    missing += active.filter(({ tenantId }) => itemAt(keys.line(tenantId)) === undefined).length;
  }
  return missing;
}

/**
 * Returns false for a line that seems to have been terminated. If both the line and its delegation are missing, the
 * only sign of a termination is that the partner's line count is not higher than the number of active lines.
 */
export async function canRestoreAsActive(inUse: Table, group: Group, puts: readonly Item[]): Promise<boolean> {
  const returns = puts.flatMap((item) => KINDS.line.read(item).data ?? [])[0];
  const isNewDelegation = puts.some(
    (item) => kindOfItem(itemKey(item)) === 'delegation' && !group.inUse.has(keyText(itemKey(item))),
  );
  if (returns?.status !== 'active' || !isNewDelegation) return true;
  const partnerKey = keys.partner(group.partnerId);
  const item = (await batchGet(inUse, [partnerKey]))(partnerKey);
  const partner = item && KINDS.partner.read(item).data;
  return partner === undefined || partner.lineCount > (await countActiveLines(inUse, group.partnerId));
}
