import { paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { batchGetInOrder } from '../table/batch-get.ts';
import type { Table } from '../table/connect.ts';
import { findItem } from '../table/find-item.ts';
import { keys } from '../table/keys.ts';
import { type Partner, partnerItem } from './item.ts';

const entry = z.object({ partnerId: z.string() });

/** Handles a partner whose item has an unknown format. `key` is the item's partition key. */
export type OnUnreadable = (key: unknown, error: Error) => void;

const throwUnreadable: OnUnreadable = (_key, error) => {
  throw error;
};

export const findPartner = (table: Table, partnerId: string): Promise<Partner | undefined> =>
  findItem(table, keys.partner(partnerId), partnerItem);

/** Returns the ids of all partners, oldest first, because the ids sort by creation time. */
export async function listPartnerIds(table: Table): Promise<string[]> {
  const partnerIds: string[] = [];
  const pages = paginateQuery(
    { client: table.db },
    {
      TableName: table.name,
      KeyConditionExpression: 'PK = :registry',
      ExpressionAttributeValues: { ':registry': keys.registryEntry('').PK },
    },
  );
  for await (const { Items = [] } of pages) partnerIds.push(...Items.map((item) => entry.parse(item).partnerId));
  return partnerIds;
}

/** Returns all partners, oldest first. Throws if an item has an unknown format, unless `onUnreadable` handles it. */
export const listPartners = async (table: Table, onUnreadable: OnUnreadable = throwUnreadable): Promise<Partner[]> =>
  findPartners(table, await listPartnerIds(table), onUnreadable);

/** Returns the partners with the given ids, in the order of the ids. Leaves out partners that do not exist. */
export async function findPartners(
  table: Table,
  partnerIds: readonly string[],
  onUnreadable: OnUnreadable = throwUnreadable,
): Promise<Partner[]> {
  const items = await batchGetInOrder(table, partnerIds.map(keys.partner));
  return items.flatMap((item) => {
    const { data, error } = partnerItem.safeParse(item);
    if (error) onUnreadable(item['PK'], error);
    return data ?? [];
  });
}

interface PartnersWanted {
  readonly limit: number;
  readonly from?: string | undefined;
  readonly onUnreadable?: OnUnreadable;
}

/**
 * Returns a page of the partners, oldest first. Reads one entry more than the page has, to know whether a page follows:
 * `next` is the id of its first partner.
 */
export async function listPartnersFrom(table: Table, { limit, from = '', onUnreadable }: PartnersWanted) {
  const { PK, SK } = keys.registryEntry(from);
  const { Items = [] } = await table.db.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'PK = :registry AND SK >= :from',
      ExpressionAttributeValues: { ':registry': PK, ':from': SK },
      Limit: limit + 1,
    }),
  );
  const partnerIds = Items.map((item) => entry.parse(item).partnerId);
  return { partners: await findPartners(table, partnerIds.slice(0, limit), onUnreadable), next: partnerIds[limit] };
}
