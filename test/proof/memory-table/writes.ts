import type { DeleteCommandInput, PutCommandInput, UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { invalid, unused } from './errors.ts';
import { type Path, type Placeholders, readCondition, scopeOf } from './expressions.ts';
import { keyOf, MAX_ITEM_BYTES, rejectWithoutKey, rejectWrongIndexKeys, rejectWrongKey } from './schema.ts';
import { pathsIn, readUpdate, updated } from './updates.ts';
import { type Item, sizeOfItem, storedItem } from './values.ts';

/** The write of one item by a request or by a part of a transaction. */
export interface Write {
  readonly key: Item;
  /** Tests the current item. An absent item has no attributes. */
  readonly holds: (before: Item) => boolean;
  /** Returns the new item, or `undefined` to delete it. Throws if the types in the item do not allow the request. */
  readonly after: (before: Item | undefined) => Item | undefined;
  /** Whether the error of a failed condition includes the item. */
  readonly showsRejection: boolean;
  /** The paths that an update writes. */
  readonly paths?: readonly Path[];
}

interface Conditional extends Placeholders {
  readonly ConditionExpression?: string | undefined;
  readonly ReturnValuesOnConditionCheckFailure?: string | undefined;
}

export function putWrite(input: Pick<PutCommandInput, 'Item'> & Conditional): Write {
  const item = storedItem(input.Item ?? {});
  rejectWithoutKey(item);
  rejectTooBig(item);
  const write = conditional(input);
  const holds = (before: Item) => {
    // This check comes before the condition. In a transaction, the error of this check is the cancellation reason of
    // the part.
    rejectWrongIndexKeys(item);
    return write.holds(before);
  };
  return { ...write, holds, key: keyOf(item), after: () => item };
}

export function updateWrite(input: Pick<UpdateCommandInput, 'Key' | 'UpdateExpression'> & Conditional): Write {
  const key = keyIn(input.Key);
  if (input.UpdateExpression === undefined) throw unused('an update without an expression');
  const [changes, scope] = [readUpdate(input.UpdateExpression), scopeOf(input)];
  const after = (before: Item = key) => accepted(updated(before, changes, scope));
  return { ...conditional(input), key, after, paths: pathsIn(changes, scope) };
}

export function deleteWrite(input: Pick<DeleteCommandInput, 'Key'> & Conditional): Write {
  return { ...conditional(input), key: keyIn(input.Key), after: () => undefined };
}

/** The check of a condition in a transaction. It writes nothing. */
export function checkWrite(input: Pick<DeleteCommandInput, 'Key'> & Conditional): Write {
  if (input.ConditionExpression === undefined) throw invalid('A check must have a condition');
  return { ...conditional(input), key: keyIn(input.Key), after: (before) => before };
}

export function keyIn(input: object | undefined): Item {
  const key = storedItem(input ?? {});
  rejectWrongKey(key);
  return key;
}

function conditional(input: Conditional): Pick<Write, 'holds' | 'showsRejection'> {
  const condition = input.ConditionExpression === undefined ? undefined : readCondition(input.ConditionExpression);
  const scope = scopeOf(input);
  return {
    holds: (before) => condition?.(before, scope) ?? true,
    showsRejection: input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD',
  };
}

function accepted(item: Item): Item {
  rejectWrongIndexKeys(item);
  rejectTooBig(item);
  return item;
}

function rejectTooBig(item: Item): void {
  if (sizeOfItem(item) > MAX_ITEM_BYTES) throw invalid('Item size has exceeded the maximum allowed size');
}
