import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../table/connect.ts';
import { keys } from '../table/keys.ts';

const partner = z.object({ SK: z.literal(keys.partner('').SK), partnerId: z.string(), name: z.string() });
const line = z.object({ tenantId: z.string(), partnerId: z.string(), name: z.string(), externalId: z.string() });

export interface PartnerNames {
  readonly partner: Omit<z.output<typeof partner>, 'SK'> | undefined;
  readonly lines: readonly z.output<typeof line>[];
  /** How many items of the partner and its lines could not be read. */
  readonly unreadable: number;
  readonly readUnits: number;
}

/** Reads the names of a partner and of its lines that are not released. Makes one Query for each megabyte of items. */
export async function findPartnerNames(table: Table, partnerId: string): Promise<PartnerNames> {
  const lines: z.output<typeof line>[] = [];
  let [found, unreadable, readUnits] = [undefined as PartnerNames['partner'], 0, 0];
  const pages = paginateQuery(
    { client: table.db },
    {
      TableName: table.name,
      // This range has the items of the lines and the item of the partner, which is next to them.
      KeyConditionExpression: 'PK = :partner AND SK BETWEEN :firstLine AND :itself',
      ExpressionAttributeValues: {
        ':partner': keys.partner(partnerId).PK,
        ':firstLine': keys.delegation(partnerId, '').SK,
        ':itself': keys.partner(partnerId).SK,
      },
      ReturnConsumedCapacity: 'TOTAL',
    },
  );
  for await (const { Items = [], ConsumedCapacity } of pages) {
    readUnits += ConsumedCapacity?.CapacityUnits ?? 0;
    for (const item of Items) {
      const [itself, one] = [partner.safeParse(item), line.safeParse(item)];
      if (itself.success) found = { partnerId: itself.data.partnerId, name: itself.data.name };
      else if (one.success) lines.push(one.data);
      else unreadable += 1;
    }
  }
  return { partner: found, lines, unreadable, readUnits };
}
