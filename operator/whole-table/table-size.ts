import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { BYTES_PER_UNIT } from '../../tooling/capacity/aws-figures.ts';
import { PRICES } from '../../tooling/capacity/prices.ts';
import type { WatchedTarget } from '../command.ts';
import type { Target } from '../target.ts';

/** The counts of DynamoDB, which can be some hours old. */
interface TableSize {
  readonly items: number;
  readonly bytes: number;
}

export async function readTableSize({ dynamodb }: Pick<Target, 'dynamodb'>, tableName: string): Promise<TableSize> {
  const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName: tableName }));
  return { items: Table?.ItemCount ?? 0, bytes: Table?.TableSizeBytes ?? 0 };
}

/** How many bytes one read unit covers in eventually consistent reads: twice as many as in consistent reads. */
const BYTES_OF_A_UNIT = 2 * BYTES_PER_UNIT.read;

/**
 * Announces what a read of one or two whole tables costs, and returns their total size. The cost includes `besides`
 * further read units for each item.
 */
export async function announceCost(
  target: WatchedTarget,
  tableNames: readonly [string] | readonly [string, string],
  besides = 0,
): Promise<TableSize> {
  const sizes = await Promise.all(tableNames.map((name) => readTableSize(target, name)));
  const sumOf = (part: keyof TableSize) => sizes.reduce((sum, size) => sum + size[part], 0);
  const size = { items: sumOf('items'), bytes: sumOf('bytes') };
  const units = Math.ceil(size.bytes / BYTES_OF_A_UNIT) + size.items * besides;
  const { usd, per } = PRICES.readUnit;
  const price = ((units * usd) / per).toFixed(2);
  target.watch?.announce(
    `This reads ${tableNames.length === 1 ? 'the whole table' : 'both tables'}: about ${size.items} items, ${units} read units, ${price} US dollars on AWS. DynamoDB counts items about every six hours.`,
  );
  return size;
}
