import * as z from 'zod/mini';
import { partnerState, scopes } from '../../contract/partner.ts';
import { keyState } from '../../domain/partners/api-key.ts';
import type { Table } from '../table/connect.ts';
import { isNew } from '../table/expression.ts';
import { findItem } from '../table/find-item.ts';
import { keys } from '../table/keys.ts';
import { put, remove } from '../table/transactions.ts';

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

/**
 * Returns the writes that store a partner's API key. A partner never has two keys, so a new key replaces the old key. An
 * unchanged key needs no condition: its item is only written together with the partner, which has a condition.
 */
export function keyWrites(oldHash: string, newHash: string, key: ApiKey): Record<string, ReturnType<typeof put>> {
  const item = { ...keys.apiKey(newHash), ...key };
  if (oldHash === newHash) return { key: put(item) };
  return { key: put(item, { condition: isNew }), oldKey: remove(keys.apiKey(oldHash)) };
}
