import { isDeepStrictEqual } from 'node:util';
import {
  type CancellationReason,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { CONTENDED } from '../../contract/failures-without-code.ts';
import { Failure } from '../../domain/requests/failure.ts';
import { type Item, type Pacing, REAL_PACING, type Table } from './connect.ts';
import { type Clauses, expressions, type Parts } from './expression.ts';
import type { Key } from './keys.ts';

export type Write = (TableName: string) => NonNullable<TransactWriteCommandInput['TransactItems']>[number];

const ReturnValuesOnConditionCheckFailure = 'ALL_OLD';

export const put =
  (Item: Item, parts: Parts = {}): Write =>
  (TableName) => ({ Put: { TableName, Item, ...expressions(parts), ReturnValuesOnConditionCheckFailure } });

export const update =
  (Key: Key, parts: Parts & { readonly update: string }): Write =>
  (TableName) => ({
    // The SDK's type requires UpdateExpression to be stated explicitly.
    Update: {
      TableName,
      Key,
      ...expressions(parts),
      UpdateExpression: parts.update,
      ReturnValuesOnConditionCheckFailure,
    },
  });

/**
 * Returns a Delete for `transact`. The Delete also succeeds if the item does not exist, unless a condition says
 * otherwise.
 */
export const remove =
  (Key: Key, parts: Parts = {}): Write =>
  (TableName) => ({ Delete: { TableName, Key, ...expressions(parts), ReturnValuesOnConditionCheckFailure } });

/** Returns a ConditionCheck for `transact`. It writes nothing, but the transaction fails unless its condition holds. */
export const check =
  (Key: Key, parts: Parts & { readonly condition: Clauses }): Write =>
  (TableName) => ({
    // The SDK's type requires ConditionExpression to be stated explicitly.
    ConditionCheck: {
      TableName,
      Key,
      ConditionExpression: '',
      ...expressions(parts),
      ReturnValuesOnConditionCheckFailure,
    },
  });

/** Why a transaction was cancelled, for one of its items. */
export type Reason =
  | { readonly kind: 'none' }
  /** The condition on the item does not hold. `item` is the stored item; `undefined` when there is none. */
  | { readonly kind: 'conditionFailed'; readonly item: Item | undefined }
  /** Another request is writing the item. */
  | { readonly kind: 'conflict' };

/** The reason for each item, under the name that the caller gave the item. The transaction wrote nothing. */
export type Cancelled<Name extends string> = Readonly<Record<Name, Reason>>;

/**
 * Writes all items or none, and leaves out writes that are `undefined`. Returns `undefined` on success. If a condition
 * failed or an item was in conflict, returns the reasons. Throws every other error (throttled, invalid, no response).
 */
export async function transact<Name extends string>(
  { db, name: tableName }: Table,
  writes: Readonly<Record<Name, Write | undefined>>,
  options: { readonly abortSignal?: AbortSignal; readonly requestTimeout?: number } = {},
): Promise<Cancelled<Name> | undefined> {
  const sent = Object.entries<Write | undefined>(writes).flatMap(([name, write]) => (write ? [{ name, write }] : []));
  try {
    await db.send(new TransactWriteCommand({ TransactItems: sent.map(({ write }) => write(tableName)) }), options);
    return undefined;
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const leftOut = Object.keys(writes).map((name) => [name, { kind: 'none' }]);
    // DynamoDB returns one reason per item, in the order sent.
    const reasons = sent.map(({ name }, index) => [
      name,
      reasonOfCancellation(error.CancellationReasons?.[index], error),
    ]);
    return Object.fromEntries([...leftOut, ...reasons]);
  }
}

function reasonOfCancellation(reason: CancellationReason | undefined, error: TransactionCanceledException): Reason {
  switch (reason?.Code) {
    case 'None':
      return { kind: 'none' };
    case 'ConditionalCheckFailed':
      return { kind: 'conditionFailed', item: reason.Item && unmarshall(reason.Item) };
    case 'TransactionConflict':
      return { kind: 'conflict' };
    default:
      throw error;
  }
}

/** Reports whether an earlier try has written the item, but its response was lost. */
export const isAlreadyWritten = (item: Item, reason: Reason): boolean =>
  reason.kind === 'conditionFailed' && isDeepStrictEqual(reason.item, item);

/** Thrown when other requests are writing the same items. Unless it is caught, it becomes a 503. */
export class Contention extends Failure {
  /** The names of the contended items. */
  readonly on: readonly string[];

  constructor(on: readonly string[]) {
    super('unavailable', CONTENDED);
    this.on = on;
  }
}

/** Throws `Contention` if an item was in conflict, because a conflict says nothing about the stored state. */
export function throwIfContended(cancelled: Cancelled<string>): void {
  const on = Object.entries(cancelled).flatMap(([name, { kind }]) => (kind === 'conflict' ? [name] : []));
  if (on.length > 0) throw new Contention(on);
}

const MAX_TRIES = 12;
const FIRST_WAIT_MS = 20;
/** The longest wait between tries. All waits take 2.6 s on average and 5.3 s at most. */
const LONGEST_WAIT_MS = 800;

/**
 * Runs `attempt`, and retries it while other requests write the same items, for at most `MAX_TRIES` tries. Each wait
 * is random between 0 and a limit, which doubles from try to try up to `LONGEST_WAIT_MS`. `isRetried` can permit retries
 * after other errors, or end the retries earlier.
 */
export async function withConflictRetries<T>(
  attempt: () => Promise<T>,
  pacing: Pacing = REAL_PACING,
  isRetried: (error: unknown) => boolean = (error) => error instanceof Contention,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const failure = error instanceof TransactionConflictException ? new Contention(['item']) : error;
      if (!isRetried(failure) || tries === MAX_TRIES) throw failure;
      await pacing.sleepMs(pacing.random() * Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS));
    }
  }
}
