import { paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from '../../shared/store/table/connect.ts';
import { expressions, type Parts } from '../../shared/store/table/expression.ts';
import type { Watch } from '../command.ts';
import type { Target } from '../target.ts';

const PAGE_ITEMS = 500;

/**
 * At most 2,000 items a second. With the reads that each item leads to, this is a fraction of the 12,000 read units a
 * second that every on-demand table takes.
 */
const GAP_MS = 250;

/**
 * For reads that lead to no further reads. A page has at most 1 MB, which takes 128 read units, so 20 pages a second stay
 * below the 3,000 that one partition takes.
 */
export const SHORT_GAP_MS = 50;

/** What reading a whole table needs of a service. */
export type ScanTarget = Pick<Target, 'sleepMs'> & { readonly watch?: Watch | undefined };

interface Wanted {
  /** How many items the table has, as far as DynamoDB knows. */
  readonly total: number;
  /** Which items a page has. All others are read, but left out. */
  readonly only?: Pick<Parts, 'filter' | 'values'>;
  /** How long to wait after each page. */
  readonly gapMs?: number;
}

/**
 * Yields all items of the table, page by page and paced. Only one page is in memory at a time. Items that change while
 * the table is read may be seen as they were before.
 */
export async function* pagesOf(
  { sleepMs, watch }: ScanTarget,
  table: Table,
  { total, only = {}, gapMs = GAP_MS }: Wanted,
): AsyncGenerator<Item[]> {
  const pages = paginateScan(
    { client: table.db, pageSize: PAGE_ITEMS },
    { TableName: table.name, ...expressions(only) },
  );
  let done = 0;
  for await (const { Items = [], ScannedCount = Items.length } of pages) {
    yield Items;
    done += ScannedCount;
    watch?.onProgress(done, Math.max(done, total));
    await sleepMs(gapMs);
  }
}
