import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isExpired } from '../../shared/domain/calls/expiry.ts';
import { findPartner } from '../../shared/store/partners/partners.ts';
import { batchGet } from '../../shared/store/table/batch-get.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { expressions } from '../../shared/store/table/expression.ts';
import { type Key, keys } from '../../shared/store/table/keys.ts';
import { withConflictRetries } from '../../shared/store/table/transactions.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import type { WatchedTarget } from '../command.ts';
import { type Item, itemKey, KINDS } from '../invariants/item-kinds.ts';
import { countActiveLines, isLineCountWrong } from '../verify/read-again.ts';
import { cappedList } from '../whole-table/capped-list.ts';
import { keyText } from '../whole-table/key-text.ts';
import { readTableSize } from '../whole-table/table-size.ts';
import { consistentReader } from './consistent-reader.ts';
import { anchorOfGroup, type Group, readGroup } from './groups.ts';
import { type LeftOut, leftOutEntry, planRestore } from './plan.ts';
import { canRestoreAsActive, readKeyAndLineCount } from './restore-facts.ts';
import { type Restoring, visitTable } from './visit-table.ts';
import { canBeRestored, putIfNew, writeGroup } from './write-group.ts';

interface Wanted extends Restoring {
  /**
   * If present, only the group of the item with this key is restored. The restored item then replaces the item in
   * use, even a sound one, unless that is a readable delivery or the group would break an invariant.
   */
  readonly key?: Key | undefined;
  readonly isLost: boolean;
  readonly isDryRun: boolean;
}

/** How many times to try to restore a group. A group that keeps changing is in use, and a repeated command tries again. */
const MAX_TRIES = 5;

/**
 * Copies items from the restored table if they are missing or damaged in the table in use, and corrects line counts.
 * Each group is copied in one transaction, so that no group is half copied. After an interruption, the same command
 * copies the remaining groups.
 */
export async function repairTable(target: WatchedTarget, wanted: Wanted) {
  const { restored, inUse, key, isDryRun } = wanted;
  const copied = cappedList<string>();
  const left = cappedList<LeftOut>();
  const partnerIds = new Set<string>();

  async function repair(first: Group): Promise<void> {
    partnerIds.add(first.partnerId);
    if (await consistentReader(inUse).load(keys.deletedPartner(first.partnerId))) return;
    let group: Group | undefined = first;
    for (let tries = 0; tries < MAX_TRIES && group !== undefined; tries += 1) {
      if (await repairOnce(group)) return;
      group = await readGroupAgain(group, wanted);
    }
    left.add(leftOutEntry(first, 'the items kept changing while they were copied'));
  }

  /** Tries once to restore a group. Returns false if the group has changed since it was read. */
  async function repairOnce(group: Group): Promise<boolean> {
    const facts = await readKeyAndLineCount(target, group, wanted);
    const plan = planRestore(group, facts, key && keyText(key));
    for (const one of plan.leftOut) left.add(one);
    if (plan.puts.length === 0) return true;
    if (isExpiredCall(plan.puts, facts.nowMs)) return true;
    if (!wanted.isLost && !(await canRestoreAsActive(inUse, group, plan.puts))) {
      left.add(leftOutEntry(group, 'the line count of the partner suggests that the line was terminated'));
      return true;
    }
    if (!isDryRun && !(await withConflictRetries(() => writeGroup(inUse, group, plan.puts), inUse.pacing)))
      return false;
    for (const item of plan.puts) copied.add(keyText(itemKey(item)));
    return true;
  }

  async function copySingle(item: Item): Promise<void> {
    if (!(await canBeRestored(inUse, item, { nowMs: target.nowMs(), isLost: wanted.isLost }))) return;
    if (isDryRun || (await putIfNew(inUse, item))) copied.add(keyText(itemKey(item)));
  }

  if (key === undefined) {
    const { items } = await readTableSize(target, restored.name);
    await visitTable(
      target,
      wanted,
      { of: restored, total: items },
      {
        onGroup: repair,
        onSingle: copySingle,
        onUnreadable: (item) =>
          left.add({ key: keyText(itemKey(item)), why: 'the item is damaged in the restored table' }),
      },
    );
  } else {
    await repair(await readGroupOfItem(key, wanted));
  }
  const corrected: string[] = [];
  if (!isDryRun)
    for (const partnerId of partnerIds) if (await correctLineCount(inUse, partnerId)) corrected.push(partnerId);
  return { copied, left, corrected };
}

/**
 * Throws a Problem if the restored table has no such item, or its group cannot be read. The audit trail stores
 * the Problem's sentence. So the sentence must not contain the key, which can have a phone number.
 */
async function readGroupOfItem(key: Key, { restored, inUse }: Wanted): Promise<Group> {
  const item = (await batchGet(restored, [key]))(key);
  const anchorKey = item && anchorOfGroup(item);
  const anchor = anchorKey && (await batchGet(restored, [anchorKey]))(anchorKey);
  const group = anchor && (await readGroup(anchor, restored, inUse));
  if (group === undefined)
    throw new Problem(
      'The restored table has no such item, or the item belongs to no partner, line or call that can be read.',
    );
  return group;
}

async function readGroupAgain(seen: Group, { restored, inUse }: Wanted): Promise<Group | undefined> {
  const key = [...seen.restored.values()].map(anchorOfGroup).find((one) => one !== undefined);
  const anchor = key && seen.restored.get(keyText(key));
  return anchor && readGroup(anchor, restored, inUse);
}

const isExpiredCall = (puts: readonly Item[], nowMs: number): boolean =>
  puts.some((item) => isExpired(KINDS.call.read(item).data?.expiresAtUnixSeconds, nowMs));

/** Sets the line count of a partner to the number of its active lines. Returns false if it corrected nothing. */
async function correctLineCount(table: Table, partnerId: string): Promise<boolean> {
  const partner = await findPartner(table, partnerId).catch(() => undefined);
  if (partner === undefined || !(await isLineCountWrong(table, partnerId))) return false;
  await table.db.send(
    new UpdateCommand({
      TableName: table.name,
      Key: keys.partner(partnerId),
      ...expressions({
        update: 'SET #lineCount = :count',
        condition: { asRead: '#lineCount = :read' },
        values: { ':count': await countActiveLines(table, partnerId), ':read': partner.lineCount },
      }),
    }),
  );
  return true;
}
