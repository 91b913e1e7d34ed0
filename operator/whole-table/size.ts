import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { PRICES } from '../../tooling/capacity/prices.ts';
import type { Target } from '../target.ts';

/** The size of a table. DynamoDB updates its counts about every six hours. */
export interface TableSize {
  readonly items: number;
  readonly bytes: number;
}

export async function readTableSize({ dynamodb }: Pick<Target, 'dynamodb'>, tableName: string): Promise<TableSize> {
  const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName: tableName }));
  return { items: Table?.ItemCount ?? 0, bytes: Table?.TableSizeBytes ?? 0 };
}

/** How many bytes one read unit covers in eventually consistent reads. */
const BYTES_OF_A_UNIT = 8_192;

/**
 * Returns a sentence about the cost of reading a whole table once. `besides` is the number of further consistent reads
 * for each item, of at most 4 KB each.
 */
export function costSentence({ items, bytes }: TableSize, besides: number): string {
  const units = Math.ceil(bytes / BYTES_OF_A_UNIT) + items * besides;
  const { usd, per } = PRICES.readUnit;
  const price = ((units * usd) / per).toFixed(2);
  return `This reads the whole table: about ${items} items, ${units} read units, ${price} US dollars on AWS. DynamoDB counts items about every six hours.`;
}
