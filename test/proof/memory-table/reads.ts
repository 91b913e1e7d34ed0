import type { BatchGetCommandInput, GetCommandInput } from '@aws-sdk/lib-dynamodb';
import { invalid, unused } from './errors.ts';
import type { Rows } from './rows.ts';
import { idOf } from './schema.ts';
import type { Item } from './values.ts';
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

export function rejectProjection({ ProjectionExpression }: { ProjectionExpression?: string | undefined }): void {
  if (ProjectionExpression !== undefined) throw unused('projections');
}
