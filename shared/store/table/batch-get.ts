import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod/mini';
import { chunksOf } from '../../domain/chunks.ts';
import { type Item, REAL_PACING, type Table } from './connect.ts';
import type { Key } from './keys.ts';

/** How many keys a BatchGetItem request can have (a limit of DynamoDB). */
export const KEYS_PER_REQUEST = 100;
const MAX_TRIES = 6;
const FIRST_WAIT_MS = 25;

/**
 * Reads items consistently, and returns a function that looks up an item by its key. Throws if DynamoDB still leaves
 * keys unprocessed after `MAX_TRIES`.
 */
export async function batchGet(table: Table, wanted: readonly Key[]): Promise<(key: Key) => Item | undefined> {
  const distinct = [...new Map(wanted.map((key) => [nameOf(key), key])).values()];
  const found = (await Promise.all(chunksOf(distinct, KEYS_PER_REQUEST).map((keys) => readAll(table, keys)))).flat();
  const items = new Map(found.map((item) => [nameOf({ PK: String(item['PK']), SK: String(item['SK']) }), item]));
  return (key) => items.get(nameOf(key));
}

/** Reads items consistently. Returns the items in the order of the keys, without keys that have no item. */
export async function batchGetInOrder(table: Table, wanted: readonly Key[]): Promise<Item[]> {
  const itemAt = await batchGet(table, wanted);
  return wanted.map(itemAt).filter((item) => item !== undefined);
}

/** Returns an item of the batch, parsed with the schema; `undefined` when it does not exist. */
export function parseItemAt<S extends z.ZodMiniType>(
  itemAt: (key: Key) => Item | undefined,
  key: Key,
  schema: S,
): z.output<S> | undefined {
  const item = itemAt(key);
  return item && schema.parse(item);
}

/** Returns one text for both parts of a key. No key contains a NUL, so the text is unique. */
const nameOf = ({ PK, SK }: Key) => `${PK}\0${SK}`;

async function readAll({ db, name, pacing = REAL_PACING }: Table, keys: readonly Key[]): Promise<Item[]> {
  const items: Item[] = [];
  let left: Item[] = keys.map(({ PK, SK }) => ({ PK, SK }));
  for (let tries = 1; left.length > 0; tries += 1) {
    const { Responses, UnprocessedKeys } = await db.send(
      new BatchGetCommand({ RequestItems: { [name]: { Keys: left, ConsistentRead: true } } }),
    );
    items.push(...(Responses?.[name] ?? []));
    left = UnprocessedKeys?.[name]?.Keys ?? [];
    if (left.length > 0 && tries === MAX_TRIES)
      throw new Error('DynamoDB leaves items of a batch unread, even after retries');
    if (left.length > 0) await pacing.sleepMs(pacing.random() * FIRST_WAIT_MS * 2 ** tries);
  }
  return items;
}
