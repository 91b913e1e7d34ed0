import type { DeliveryStatus } from '../../shared/domain/deliveries/delivery.ts';
import { isUndelivered } from '../../shared/domain/deliveries/delivery.ts';
import type { DeliveryItem } from '../../shared/store/deliveries/item.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { AFTER_ALL_RECORDED, recordedSortKeyUntil } from '../../shared/store/table/keys.ts';
import { deliveriesInRange, type Placed, UnreadableDelivery } from '../records/deliveries-in-range.ts';
import {
  deliveriesOfAllPartners,
  deliveriesOfLine,
  pendingDeliveries,
  undeliveredDeliveries,
} from '../records/deliveries-newest-first.ts';

/** After this many deliveries were read for a page, the page ends early, with a cursor for the next page. */
const LOOKED_AT_MOST = 1_000;
/** With a filter by status, at least this many deliveries are read at a time. */
const CHUNK = 100;

export interface Wanted {
  readonly partnerId?: string | undefined;
  readonly tenantId?: string | undefined;
  /** The statuses that match; by default, all. */
  readonly statuses?: readonly DeliveryStatus[] | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
  readonly limit: number;
  /** The cursor that came with the previous page. */
  readonly cursor?: string | undefined;
}

/**
 * Returns a page of deliveries in their current state, newest call first. `next` is the cursor of the next page. It is
 * undefined after the last delivery.
 */
export async function newestDeliveries(table: Table, wanted: Wanted) {
  const { limit } = wanted;
  const rows: DeliveryItem[] = [];
  const unreadable: UnreadableDelivery[] = [];
  let lookedAt = 0;
  for await (const chunk of deliveryChunks(table, wanted)) {
    for (const { place, row } of chunk) {
      if (rows.length === limit || lookedAt === LOOKED_AT_MOST) return { rows, unreadable, next: place, lookedAt };
      lookedAt += 1;
      if (row instanceof UnreadableDelivery) unreadable.push(row);
      else if (matches(row, wanted)) rows.push(row);
    }
  }
  return { rows, unreadable, next: undefined, lookedAt };
}

const matches = (row: DeliveryItem, { partnerId, tenantId, statuses }: Wanted) =>
  (partnerId === undefined || row.partnerId === partnerId) &&
  (tenantId === undefined || row.tenantId === tenantId) &&
  (statuses === undefined || statuses.includes(row.status));

/** Returns the earlier of two places in the index. Places are compared as text. */
const earlierPlace = (...places: readonly [string, string]) => places.toSorted()[0] ?? '';

/** Yields the deliveries that match the filter, and perhaps others. The filter decides which index or items are read. */
function deliveryChunks(table: Table, wanted: Wanted): AsyncGenerator<readonly Placed[]> {
  const { partnerId, tenantId, statuses, sinceMs = 0, untilMs, cursor = AFTER_ALL_RECORDED, limit } = wanted;
  const lastPlace = untilMs === undefined ? AFTER_ALL_RECORDED : recordedSortKeyUntil(untilMs);
  // Without a filter by status, the first chunk usually has all that the page needs. One delivery more than the limit
  // shows whether another page follows.
  const pageSize = statuses === undefined ? limit + 1 : Math.max(CHUNK, limit + 1);
  const range = { sinceMs, until: earlierPlace(cursor, lastPlace), pageSize };
  const undelivered = statuses?.filter(isUndelivered) ?? [];
  if (undelivered.length > 0 && undelivered.length === statuses?.length)
    return undeliveredDeliveries(table, { ...range, statuses: undelivered, partnerId, tenantId });
  if (tenantId !== undefined) return deliveriesOfLine(table, tenantId, range);
  if (partnerId !== undefined) return deliveriesInRange(table, partnerId, { ...range, newestFirst: true });
  return statuses?.every((status) => status === 'pending')
    ? pendingDeliveries(table, range)
    : deliveriesOfAllPartners(table, range);
}
