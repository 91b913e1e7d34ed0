import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { bindCondition, type Condition, readCondition } from './conditions.ts';
import { invalid } from './errors.ts';
import { bindKeyCondition, rejectWrongFilter } from './key-conditions.ts';
import { rejectProjection } from './reads.ts';
import { compareIn, type Rows } from './rows.ts';
import { INDEXES, keyNamesOf, PRIMARY, pick, type View } from './schema.ts';
import { scopeOf } from './scope.ts';
import { type Item, sizeOfItem, storedItem, typeOf } from './values.ts';

/** The limit for the items of one page. As in DynamoDB Local, the item that crosses the limit is part of the page. */
const MAX_PAGE_BYTES = 1024 * 1024;

interface Page {
  readonly Items: readonly Item[];
  readonly Count: number;
  readonly ScannedCount: number;
  readonly LastEvaluatedKey?: Item;
}

export function query(rows: Rows, input: QueryCommandInput): Page {
  const view = viewOf(input);
  const { FilterExpression, KeyConditionExpression, Limit } = input;
  if (KeyConditionExpression === undefined) throw invalid('A query must have a key condition');
  if (Limit !== undefined && Limit < 1) throw invalid('Limit must be at least 1');
  const keyCondition = readCondition(KeyConditionExpression);
  const filter = FilterExpression === undefined ? undefined : readCondition(FilterExpression);
  rejectProjection(input);
  const scope = scopeOf(input, [keyCondition, filter]);
  const { partition, holds } = bindKeyCondition(keyCondition.syntax, scope, view);
  if (filter) rejectWrongFilter(filter.syntax, scope, view);
  const passes: Condition = filter ? bindCondition(filter.syntax, scope) : () => true;
  const isBackward = input.ScanIndexForward === false;
  const start = startOf(input, view, holds);
  const { seen, isCut } = read(inOrder(rows.inPartition(view, partition), isBackward), view, {
    holds,
    isBehindStart: start ? behind(start, view, isBackward) : () => true,
    limit: Limit ?? Number.POSITIVE_INFINITY,
  });
  const last = isCut ? seen.at(-1) : undefined;
  const Items = seen.filter(passes).map((item) => visible(item, view));
  return {
    Items,
    Count: Items.length,
    ScannedCount: seen.length,
    ...(last ? { LastEvaluatedKey: pick(last, keyNamesOf(view)) } : {}),
  };
}

function viewOf({ IndexName, ConsistentRead }: QueryCommandInput): View {
  const view = [PRIMARY, ...INDEXES].find(({ name }) => name === IndexName);
  if (!view) throw invalid(`The table does not have the specified index: ${IndexName}`);
  if (view !== PRIMARY && ConsistentRead)
    throw invalid('Consistent reads are not supported on global secondary indexes');
  return view;
}

const inOrder = (members: readonly Item[], isBackward: boolean) => (isBackward ? members.toReversed() : members);

/** Returns the attributes of an item that the view shows. */
const visible = (item: Item, view: View): Item => (view === PRIMARY ? item : pick(item, keyNamesOf(view)));

/** Returns the key at which the last page ended. The key must be in the queried range, but its item need not exist. */
function startOf({ ExclusiveStartKey }: QueryCommandInput, view: View, holds: Condition): Item | undefined {
  if (ExclusiveStartKey === undefined) return undefined;
  const start = storedItem(ExclusiveStartKey);
  const names = keyNamesOf(view);
  const types = new Map(
    [PRIMARY, view].flatMap(({ partition, sort }) => [partition, sort]).map((key) => [key.name, key.type]),
  );
  const isKey = names.every((name) => start[name] !== undefined && typeOf(start[name]) === types.get(name));
  if (!isKey || Object.keys(start).length !== names.length) throw invalid('The provided starting key is invalid');
  if (!holds(start))
    throw invalid('The provided starting key is outside query boundaries based on provided conditions');
  return start;
}

function behind(start: Item, view: View, isBackward: boolean): Condition {
  const compare = compareIn(view);
  return isBackward ? (item) => compare(item, start) < 0 : (item) => compare(item, start) > 0;
}

interface Reading {
  readonly holds: Condition;
  readonly isBehindStart: Condition;
  readonly limit: number;
}

/** Returns the items of one page before the filter, and whether the page ended because it was full. */
function read(members: readonly Item[], view: View, { holds, isBehindStart, limit }: Reading) {
  const seen: Item[] = [];
  let bytes = 0;
  for (const item of members) {
    if (!isBehindStart(item) || !holds(item)) continue;
    bytes += sizeOfItem(visible(item, view));
    if (bytes > MAX_PAGE_BYTES && seen.length > 0) return { seen, isCut: true };
    seen.push(item);
    if (seen.length >= limit) return { seen, isCut: true };
  }
  return { seen, isCut: false };
}
