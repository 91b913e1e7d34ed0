import * as z from 'zod/mini';
import { partnerState, scopes } from '../../contract/partner.ts';
import type { Table } from '../table/connect.ts';
import { findItem } from '../table/find-item.ts';
import { keys } from '../table/keys.ts';

export const keyState = z.enum(['active', 'revoked']);

/** The stored shape of an API key. It has everything that the authorizer needs, so that one read is enough. */
const apiKeyItem = z.object({
  partnerId: z.string(),
  keyPrefix: z.string(),
  keyState,
  partnerName: z.string(),
  scopes,
  partnerState,
});
export type ApiKey = z.infer<typeof apiKeyItem>;

/** Reads an API key consistently, so that a revoked key stops working with the next request. */
export const findApiKey = (table: Table, keyHash: string): Promise<ApiKey | undefined> =>
  findItem(table, keys.apiKey(keyHash), apiKeyItem);
