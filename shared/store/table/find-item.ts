import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod/mini';
import type { Table } from './connect.ts';
import type { Key } from './keys.ts';

/** The item of that key as it is now, so far as the schema describes it; `undefined` when there is none. */
export async function findItem<S extends z.ZodMiniType>(
  { db, name }: Table,
  key: Key,
  schema: S,
): Promise<z.output<S> | undefined> {
  const { Item } = await db.send(new GetCommand({ TableName: name, Key: key, ConsistentRead: true }));
  return Item && schema.parse(Item);
}
