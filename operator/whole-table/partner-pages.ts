import type { Item, Table } from '../../shared/store/table/connect.ts';
import { keys } from '../../shared/store/table/keys.ts';
import { type ScanTarget, SHORT_GAP_MS, scanPages } from './pages.ts';

/**
 * Yields the items that contain the partner's id, page by page. Reads the whole table, because a released line is in no
 * index. Leaves out the settings of lines and some items in the partner's own partition. The keys of the missing items
 * can be derived from the yielded items.
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
