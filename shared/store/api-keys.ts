import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { partnerState, scopes } from '../contract/partner.ts';
import type { Table } from './connect.ts';
import { keys } from './keys.ts';

const apiKeyItem = z.object({
  partnerId: z.string(),
  keyPrefix: z.string(),
  keyState: z.enum(['active', 'revoked']),
  partnerName: z.string(),
  scopes,
  partnerState,
});
export type ApiKey = z.infer<typeof apiKeyItem>;

/** All that is known of a key, in one consistent read: a revoked key ends with the next request. */
export async function findApiKey({ db, name }: Table, keyHash: string): Promise<ApiKey | undefined> {
  const { Item } = await db.send(new GetCommand({ TableName: name, Key: keys.apiKey(keyHash), ConsistentRead: true }));
  return Item && apiKeyItem.parse(Item);
}
