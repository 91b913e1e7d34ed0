import * as z from 'zod/mini';
import { type DeliveryItem, deliveryItem } from '../../shared/store/deliveries/item.ts';
import { batchGet, parseItemAt } from '../../shared/store/table/batch-get.ts';
import type { Table } from '../../shared/store/table/connect.ts';
import { findItem } from '../../shared/store/table/find-item.ts';
import { keys } from '../../shared/store/table/keys.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { deliveriesInRange, UnreadableDelivery } from './deliveries-in-range.ts';

/** How many index entries a page has, to limit the memory that is used. */
const PAGE_SIZE = 500;

/** Finds the delivery of a call. Throws an `UnreadableDelivery` if its row does not match the schema. */
export async function findDelivery(table: Table, callId: string): Promise<DeliveryItem | undefined> {
  try {
    return await findItem(table, keys.delivery(callId), deliveryItem);
  } catch (error) {
    throw error instanceof z.core.$ZodError ? new UnreadableDelivery(callId, error) : error;
  }
}

const timed = z.object({ storedAtMs: z.int() });

/** Returns the time when the call was recorded, even if this version cannot read the rest of its delivery. */
export const findTimeOfRecording = async (table: Table, callId: string): Promise<number | undefined> =>
  (await findItem(table, keys.delivery(callId), timed))?.storedAtMs;

const remains = z.pick(deliveryItem, { skipReason: true, callExpiresAtUnixSeconds: true });

/**
 * Reads the deliveries of many calls at once. The returned function returns undefined for a call that was never
 * recorded.
 */
export async function findSkipReasonsAndExpiries(table: Table, callIds: readonly string[]) {
  const itemAt = await batchGet(table, callIds.map(keys.delivery));
  return (callId: string) => parseItemAt(itemAt, keys.delivery(callId), remains);
}

/** Finds the delivery of a call. Throws a Problem if there is no such call. */
export async function existingDelivery(table: Table, callId: string): Promise<DeliveryItem> {
  const row = await findDelivery(table, callId);
  if (!row) throw new Problem(`There is no call ${callId}.`);
  return row;
}

interface Walk {
  readonly sinceMs?: number | undefined;
  /** Gets each unreadable row, which the result leaves out. Without this function, the first such row is thrown. */
  readonly onUnreadable?: (row: UnreadableDelivery) => void;
  readonly pageSize?: number;
}

/** Yields the partner's deliveries in their current state, oldest call first, page by page. */
export async function* deliveryPages(
  table: Table,
  partnerId: string,
  { sinceMs, onUnreadable = throwUnreadable, pageSize = PAGE_SIZE }: Walk = {},
): AsyncGenerator<DeliveryItem[]> {
  for await (const page of deliveriesInRange(table, partnerId, { sinceMs, pageSize })) {
    const rows: DeliveryItem[] = [];
    for (const { row } of page) {
      if (row instanceof UnreadableDelivery) onUnreadable(row);
      else rows.push(row);
    }
    yield rows;
  }
}

interface Selection extends Walk {
  readonly matches: (row: DeliveryItem) => boolean;
}

/** Returns the partner's deliveries for which `matches` is true, in their current state, oldest call first. */
export async function listDeliveries(
  table: Table,
  partnerId: string,
  { matches, ...walk }: Selection,
): Promise<DeliveryItem[]> {
  const matching: DeliveryItem[] = [];
  for await (const rows of deliveryPages(table, partnerId, walk)) matching.push(...rows.filter(matches));
  return matching;
}

const throwUnreadable = (row: UnreadableDelivery) => {
  throw row;
};
