import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { batchGetInOrder } from '../table/batch-get.ts';
import type { Table } from '../table/connect.ts';
import { keys } from '../table/keys.ts';
import { type Partner, partnerItem } from './item.ts';

const entry = z.object({ partnerId: z.string() });

/** Returns all partners, oldest first: their ids sort by creation time. */
export async function listPartners(table: Table): Promise<Partner[]> {
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
  const items = await batchGetInOrder(table, partnerIds.map(keys.partner));
  return items.map((item) => partnerItem.parse(item));
}
