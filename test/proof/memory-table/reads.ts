import type { BatchGetCommandInput, GetCommandInput, QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { invalid, unused } from './errors.ts';
import { readCondition, type Scope, scopeOf } from './expressions.ts';
import { compareIn, type Rows } from './rows.ts';
import { INDEXES, idOf, keyNamesOf, PRIMARY, pick, type View } from './schema.ts';
import { type Item, sizeOfItem, storedItem, type Value } from './values.ts';
import { keyIn } from './writes.ts';

const MAX_BATCH = 100;

export function getItem(rows: Rows, input: GetCommandInput): { Item?: Item } {
  rejectProjection(input);
  const item = rows.at(keyIn(input.Key));
  return item ? { Item: item } : {};
}

/** Reads all keys of a batch. It never leaves unprocessed keys. */
export function batchGet(
  rows: Rows,
  { RequestItems = {} }: BatchGetCommandInput,
  rejectOtherTable: (name: unknown) => void,
): object {
  const Responses: Record<string, Item[]> = {};
  for (const [name, request] of Object.entries(RequestItems)) {
    rejectOtherTable(name);
    const keys = (request.Keys ?? []).map((key) => keyIn(key));
    if (keys.length === 0 || keys.length > MAX_BATCH) throw invalid('A batch has 1 to 100 keys');
    if (new Set(keys.map(idOf)).size < keys.length) throw invalid('Provided list of item keys contains duplicates');
    rejectProjection(request);
    Responses[name] = keys.map((key) => rows.at(key)).filter((item) => item !== undefined);
  }
  return { Responses, UnprocessedKeys: {} };
}

function rejectProjection({ ProjectionExpression }: { ProjectionExpression?: string | undefined }): void {
  if (ProjectionExpression !== undefined) throw unused('projections');
}

/** The limit for the items of one page. The item that crosses it begins the next page, unless it is the first item. */
const MAX_PAGE_BYTES = 1024 * 1024;

export function query(rows: Rows, input: QueryCommandInput) {
  const view = viewOf(input);
  const { ExclusiveStartKey, FilterExpression, KeyConditionExpression = '', Limit } = input;
  rejectProjection(input);
  const scope = scopeOf(input);
  const [partition, keyCondition] = [
    partitionIn(KeyConditionExpression, scope, view),
    readCondition(KeyConditionExpression),
  ];
  const filter = FilterExpression === undefined ? undefined : readCondition(FilterExpression);
  const isBackward = input.ScanIndexForward === false;
  const { seen, isCut } = read(inOrder(rows.inPartition(view, partition), isBackward), view, {
    holds: (item) => keyCondition(item, scope),
    isBehindStart: ExclusiveStartKey ? behind(storedItem(ExclusiveStartKey), view, isBackward) : () => true,
    limit: Limit ?? Number.POSITIVE_INFINITY,
  });
  const last = isCut ? seen.at(-1) : undefined;
  const Items = seen.filter((item) => filter?.(item, scope) ?? true).map((item) => visible(item, view));
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

const visible = (item: Item, view: View): Item => (view === PRIMARY ? item : pick(item, keyNamesOf(view)));

/** Returns the partition that a key condition names: the value that its partition key equals. */
function partitionIn(keyCondition: string, { pathOf, literal }: Scope, { partition }: View): Value {
  for (const [, path = '', alias = ''] of keyCondition.matchAll(/(#?\w+) = (:\w+)/g))
    if (pathOf(path)[0] === partition.name) return literal(alias);
  throw invalid('Query condition missed key schema element');
}

type Test = (item: Item) => boolean;

function behind(start: Item, view: View, isBackward: boolean): Test {
  const compare = compareIn(view);
  return isBackward ? (item) => compare(item, start) < 0 : (item) => compare(item, start) > 0;
}

interface Reading {
  readonly holds: Test;
  readonly isBehindStart: Test;
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
