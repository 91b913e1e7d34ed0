import { isDeepStrictEqual } from 'node:util';
import {
  type CancellationReason,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { CONTENDED } from '../../contract/sentences.ts';
import { Failure } from '../../domain/requests/failure.ts';
import type { Item, Table } from './connect.ts';
import { type Clauses, expressions, type Parts } from './expression.ts';
import type { Key } from './keys.ts';
import { type Pacing, REAL_PACING } from './pacing.ts';

type Write = (TableName: string) => NonNullable<TransactWriteCommandInput['TransactItems']>[number];

const ReturnValuesOnConditionCheckFailure = 'ALL_OLD';

export const put =
  (Item: Item, parts: Parts = {}): Write =>
  (TableName) => ({ Put: { TableName, Item, ...expressions(parts), ReturnValuesOnConditionCheckFailure } });

export const update =
  (Key: Key, parts: Parts & { readonly update: string }): Write =>
  (TableName) => ({
    // The SDK's type wants the update stated beside the spread.
    Update: {
      TableName,
      Key,
      ...expressions(parts),
      UpdateExpression: parts.update,
      ReturnValuesOnConditionCheckFailure,
    },
  });

export const remove =
  (Key: Key, parts: Parts = {}): Write =>
  (TableName) => ({ Delete: { TableName, Key, ...expressions(parts), ReturnValuesOnConditionCheckFailure } });

/** Writes nothing, but nothing is written unless its condition holds. */
export const check =
  (Key: Key, parts: Parts & { readonly condition: Clauses }): Write =>
  (TableName) => ({
    // The SDK's type wants the condition stated beside the spread.
    ConditionCheck: {
      TableName,
      Key,
      ConditionExpression: '',
      ...expressions(parts),
      ReturnValuesOnConditionCheckFailure,
    },
  });

/** What one item of a cancelled transaction had to say. */
export type Reason =
  | { readonly kind: 'none' }
  /** Its condition does not hold; `item` is what stands there, `undefined` when nothing does. */
  | { readonly kind: 'conditionFailed'; readonly item: Item | undefined }
  /** Somebody else is writing it. */
  | { readonly kind: 'conflict' };

/** Each item's reason under the name the item was given. Nothing of the transaction was written. */
export type Cancelled<Name extends string> = Readonly<Record<Name, Reason>>;

/**
 * Writes all items or none. Answers `undefined` when they are written, and the reasons when a condition or a conflict
 * stood in the way. Anything else (throttled, invalid, no answer) is thrown. An undefined write is left out.
 */
export async function transact<Name extends string>(
  { db, name: tableName }: Table,
  writes: Readonly<Record<Name, Write | undefined>>,
  options: { readonly abortSignal?: AbortSignal } = {},
): Promise<Cancelled<Name> | undefined> {
  const sent = Object.entries<Write | undefined>(writes).flatMap(([name, write]) => (write ? [{ name, write }] : []));
  try {
    await db.send(new TransactWriteCommand({ TransactItems: sent.map(({ write }) => write(tableName)) }), options);
    return undefined;
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const leftOut = Object.keys(writes).map((name) => [name, { kind: 'none' }]);
    // By position: DynamoDB gives one reason per item, in the order sent.
    const reasons = sent.map(({ name }, index) => [name, reasonOf(error.CancellationReasons?.[index], error)]);
    return Object.fromEntries([...leftOut, ...reasons]);
  }
}

function reasonOf(reason: CancellationReason | undefined, error: TransactionCanceledException): Reason {
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

/** The very item stands there that was to be written: we succeeded before, and the answer was lost. */
export const isWritten = (item: Item, reason: Reason): boolean =>
  reason.kind === 'conditionFailed' && isDeepStrictEqual(reason.item, item);

/** Other writers did not leave the items alone for as long as we tried. Answered 503 unless somebody knows better. */
export class Contention extends Failure {
  /** The names of the contended items. */
  readonly on: readonly string[];

  constructor(on: readonly string[]) {
    super('unavailable', CONTENDED);
    this.on = on;
  }
}

/** A conflict says nothing about the state: it must be retried, never shown to the partner. */
export function throwIfContended(cancelled: Cancelled<string>): void {
  const on = Object.entries(cancelled).flatMap(([name, { kind }]) => (kind === 'conflict' ? [name] : []));
  if (on.length > 0) throw new Contention(on);
}

const MAX_TRIES = 12;
const FIRST_WAIT_MS = 20;
/** Twelve tries take 2.6 s on average and 5.3 s at most: well inside a function's time-out. */
const LONGEST_WAIT_MS = 800;

/**
 * Runs `attempt` again while it is contended, after waits that double and are random in full length. `isRetried` says what
 * else is worth another try, or that the time for tries is over.
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
