import { isDeepStrictEqual } from 'node:util';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { QueryCommand, TransactGetCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from '../../shared/store/table/connect.ts';
import { expressions } from '../../shared/store/table/expression.ts';
import { type Key, keys } from '../../shared/store/table/keys.ts';
import { Contention, withConflictRetries } from '../../shared/store/table/transactions.ts';
import { isLineCountCorrect } from '../invariants/invariants.ts';
import { KINDS } from '../invariants/item-kinds.ts';
import type { Rule } from '../invariants/rule.ts';

/** How many times to read an item again, at most. An item that keeps changing is in use, and a repeated command checks it again. */
const MAX_TRIES = 5;

/** Reads items in one transaction, so that all are from the same moment. */
export const readInTransaction = ({ db, name, pacing }: Table, wanted: readonly Key[]): Promise<(Item | undefined)[]> =>
  withConflictRetries(async () => {
    const read = new TransactGetCommand({
      TransactItems: wanted.map(({ PK, SK }) => ({ Get: { TableName: name, Key: { PK, SK } } })),
    });
    try {
      const { Responses = [] } = await db.send(read);
      return Responses.map(({ Item }) => Item);
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      // Usually, another request is writing one of the items.
      throw new Contention(['items']);
    }
  }, pacing);

/** Reads the item in one transaction with all items that the rule needs. */
export async function stillBreaksRule(table: Table, key: Key, rule: Rule, nowMs: number): Promise<boolean> {
  let [seen] = await readInTransaction(table, [key]);
  for (let tries = 0; seen !== undefined && tries < MAX_TRIES; tries += 1) {
    const [item, ...others]: (Item | undefined)[] = await readInTransaction(table, [key, ...rule.about(seen)]);
    if (isDeepStrictEqual(item, seen)) return !rule.holds(seen, others, nowMs);
    seen = item;
  }
  return false;
}

/** Reports whether the count of a partner is wrong, and did not change while its lines were counted. */
export async function isLineCountWrong(table: Table, partnerId: string): Promise<boolean> {
  const partnerNow = async () => (await readInTransaction(table, [keys.partner(partnerId)]))[0];
  let seen = await partnerNow();
  for (let tries = 0; seen !== undefined && tries < MAX_TRIES; tries += 1) {
    const count = await countActiveLines(table, partnerId);
    const now = await partnerNow();
    const { data: partner } = KINDS.partner.read(seen);
    if (isDeepStrictEqual(now, seen)) return partner !== undefined && !isLineCountCorrect(partner, count);
    seen = now;
  }
  return false;
}

/** Counts the active delegations of a partner. */
export async function countActiveLines({ db, name }: Table, partnerId: string): Promise<number> {
  const { PK, SK } = keys.delegation(partnerId, '');
  let count = 0;
  let ExclusiveStartKey: Item | undefined;
  do {
    const page = await db.send(
      new QueryCommand({
        TableName: name,
        KeyConditionExpression: 'PK = :partner AND SK BETWEEN :from AND :to',
        ...expressions({
          filter: { isActive: '#status = :active' },
          values: { ':partner': PK, ':from': SK, ':to': `${SK}~`, ':active': 'active' },
        }),
        Select: 'COUNT',
        ExclusiveStartKey,
        ConsistentRead: true,
      }),
    );
    count += page.Count ?? 0;
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
  return count;
}
