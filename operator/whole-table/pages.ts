import { paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from '../../shared/store/table/connect.ts';
import { expressions, type Parts } from '../../shared/store/table/expression.ts';
import { keys } from '../../shared/store/table/keys.ts';
import type { Watch } from '../command.ts';
import type { Target } from '../target.ts';

const PAGE_ITEMS = 500;
/** The usual pause after a page. */
const GAP_MS = 250;

/**
 * The maximum pace with the pause `GAP_MS`. Even with the further reads for each item, the read units of a second stay
 * below `NEW_TABLE_UNITS.read`, which every on-demand table allows.
 */
export const TABLE_PACE = `${((1_000 * PAGE_ITEMS) / GAP_MS).toLocaleString('en')} items a second`;

/**
 * The pause after a page that is searched for the items of one partner. A page has at most 1 MB, or 128 read units, so
 * the pages of a second stay below `PARTITION_UNITS.read`.
 */
const SHORT_GAP_MS = 50;

export type ScanTarget = Pick<Target, 'sleepMs'> & { readonly watch?: Watch | undefined };

interface Wanted {
  /** How many items the table has, by DynamoDB's own count. */
  readonly total: number;
  /** A filter for the items of a page. The other items are read, but left out. */
  readonly only?: Pick<Parts, 'filter' | 'values'>;
  /** How long to wait after each page. */
  readonly gapMs?: number;
}

/**
 * Yields the items of the table page by page, so that only one page is in memory. An item that changes meanwhile may be
 * returned as it was before.
 */
export async function* scanPages(
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

/**
 * Yields the partner's idempotency keys and the items with the attribute `partnerId`, page by page. Reads the whole
 * table, because a released line is in no index. Leaves out items without this attribute, such as the webhook, the
 * partner's health, and the settings of lines. Their keys can be derived from the yielded items.
 */
export const partnerPages = (
  target: ScanTarget,
  table: Table,
  partnerId: string,
  total: number,
): AsyncGenerator<Item[]> =>
  scanPages(target, table, {
    total,
    gapMs: SHORT_GAP_MS,
    only: {
      filter: { ofPartner: '#partnerId = :partnerId OR begins_with(#PK, :idempotencyKeys)' },
      values: { ':partnerId': partnerId, ':idempotencyKeys': keys.idempotency(partnerId, '').PK },
    },
  });
