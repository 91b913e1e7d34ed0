import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type Partner, partnerItem } from '../../shared/store/partners/item.ts';
import { batchGetInOrder } from '../../shared/store/table/batch-get.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { keys } from '../../shared/store/table/keys.ts';

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
