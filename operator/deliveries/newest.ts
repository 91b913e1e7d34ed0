import type { DeliveryItem } from '../../shared/store/deliveries/item.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { deliveriesInRange } from '../records/deliveries-in-range.ts';
import { UnreadableDelivery } from '../records/unreadable-delivery.ts';

/** The status is not indexed, so a page looks at this many deliveries at most, and then says how far it has come. */
const LOOKED_AT_MOST = 1_000;
/** How many deliveries are read at once if only some of them may match. */
const CHUNK = 100;

interface Wanted {
  readonly sinceMs?: number | undefined;
  readonly matches?: ((row: DeliveryItem) => boolean) | undefined;
  readonly limit: number;
  /** Where an earlier page has ended. */
  readonly cursor?: string | undefined;
}

interface Page {
  readonly rows: readonly DeliveryItem[];
  readonly unreadable: readonly UnreadableDelivery[];
  /** Where the next page begins. Undefined after the last delivery. */
  readonly next: string | undefined;
  readonly lookedAt: number;
}

/** Returns a page of the partner's deliveries in their current state, newest call first. */
export async function newestDeliveries(table: Table, partnerId: string, wanted: Wanted): Promise<Page> {
  const { matches = () => true, limit } = wanted;
  const rows: DeliveryItem[] = [];
  const unreadable: UnreadableDelivery[] = [];
  let lookedAt = 0;
  for await (const chunk of chunksOfNewest(table, partnerId, wanted)) {
    for (const { place, row } of chunk) {
      if (rows.length === limit || lookedAt === LOOKED_AT_MOST) return { rows, unreadable, next: place, lookedAt };
      lookedAt += 1;
      if (row instanceof UnreadableDelivery) unreadable.push(row);
      else if (matches(row)) rows.push(row);
    }
  }
  return { rows, unreadable, next: undefined, lookedAt };
}

/** Without a condition, the first chunk has all that the page needs: one more, to know whether a delivery follows. */
const chunksOfNewest = (table: Table, partnerId: string, { sinceMs, cursor, matches, limit }: Wanted) =>
  deliveriesInRange(table, partnerId, {
    sinceMs,
    until: cursor,
    newestFirst: true,
    pageSize: matches === undefined ? limit + 1 : CHUNK,
  });
