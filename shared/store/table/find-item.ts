import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod/mini';
import type { Table } from './connect.ts';
import type { Key } from './keys.ts';

/** Reads one item consistently, and returns it parsed with the schema; `undefined` when it does not exist. */
export async function findItem<S extends z.ZodMiniType>(
  { db, name }: Table,
  key: Key,
  schema: S,
): Promise<z.output<S> | undefined> {
  const { Item } = await db.send(new GetCommand({ TableName: name, Key: key, ConsistentRead: true }));
  return Item && schema.parse(Item);
}
