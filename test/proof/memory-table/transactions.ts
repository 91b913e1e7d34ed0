import { isDeepStrictEqual } from 'node:util';
import { type CancellationReason, DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { canceled, invalid, tokenUsedOtherwise } from './errors.ts';
import type { Rows } from './rows.ts';
import { idOf } from './schema.ts';
import { type Item, storedItem } from './values.ts';
import { checkWrite, deleteWrite, putWrite, updateWrite, type Write } from './writes.ts';

type Part = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

const MAX_PARTS = 100;

/** Writes all parts of a transaction or none. A retry with the same token writes nothing. Tokens never expire. */
export function transactions(rows: Rows, rejectOtherTable: (name: unknown) => void) {
  const done = new Map<string, Item>();
  return ({ TransactItems: parts = [], ClientRequestToken: token }: TransactWriteCommandInput): void => {
    if (parts.length === 0 || parts.length > MAX_PARTS) throw invalid('A transaction has 1 to 100 parts');
    const writes = parts.map((part) => writeOf(part, rejectOtherTable));
    if (new Set(writes.map(({ key }) => idOf(key))).size < writes.length) {
      throw invalid('Transaction request cannot include multiple operations on one item');
    }
    const before = token === undefined ? undefined : done.get(token);
    if (before) {
      rejectOtherUse(before, parts);
      return;
    }
    const outcomes = writes.map((write) => outcomeOf(write, rows.at(write.key)));
    if (outcomes.some(({ reason }) => reason.Code !== 'None')) throw canceled(outcomes.map(({ reason }) => reason));
    writes.forEach(({ key }, index) => {
      rows.replace(key, outcomes[index]?.after);
    });
    if (token !== undefined) done.set(token, storedItem({ ...parts }));
  };
}

function rejectOtherUse(before: Item, parts: readonly Part[]): void {
  if (!isDeepStrictEqual(before, storedItem({ ...parts }))) throw tokenUsedOtherwise();
}

function writeOf({ Put, Update, Delete, ConditionCheck }: Part, rejectOtherTable: (name: unknown) => void): Write {
  const given = [Put, Update, Delete, ConditionCheck].filter((part) => part !== undefined);
  if (given.length !== 1) throw invalid('A part of a transaction is one Put, Update, Delete or ConditionCheck');
  rejectOtherTable(given[0]?.TableName);
  if (Put) return putWrite(Put);
  if (Update) return updateWrite(Update);
  if (Delete) return deleteWrite(Delete);
  return checkWrite(ConditionCheck ?? { Key: {} });
}

const NONE: CancellationReason = { Code: 'None' };

function outcomeOf(write: Write, before: Item | undefined) {
  try {
    if (!write.holds(before ?? {})) return { reason: rejection(write.showsRejection ? before : undefined) };
    return { reason: NONE, after: write.after(before) };
  } catch (error) {
    if (!(error instanceof DynamoDBServiceException)) throw error;
    return { reason: { Code: 'ValidationError', Message: error.message } };
  }
}

const rejection = (item: Item | undefined): CancellationReason => ({
  Code: 'ConditionalCheckFailed',
  Message: 'The conditional request failed',
  ...(item === undefined ? {} : { Item: marshall(item) }),
});
