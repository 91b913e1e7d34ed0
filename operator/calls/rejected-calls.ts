import { REJECTED_KEPT_SECONDS, type RejectedCall, rejectedCall } from '../../shared/store/calls/rejected-calls.ts';
import { rejectedCallsPartitionKey, rejectedCallsSortKeyFrom } from '../../shared/store/table/keys.ts';
import { itemsByMonth } from '../items-by-month.ts';
import type { Target } from '../target.ts';

/** How many items one request reads, at most. */
const PAGE_SIZE = 200;

/** Returns at most `limit` refused calls, the newest first. */
export async function listRejectedCalls(
  { table, nowMs }: Pick<Target, 'table' | 'nowMs'>,
  { sinceMs = 0, limit }: { readonly sinceMs?: number | undefined; readonly limit: number },
): Promise<RejectedCall[]> {
  const newestMs = nowMs();
  // Leaves out expired items, which DynamoDB can keep for some days after their expiry.
  const oldestMs = Math.max(sinceMs, newestMs - REJECTED_KEPT_SECONDS * 1_000);
  const items = itemsByMonth(table, {
    newestMs,
    oldestMs,
    partitionKey: rejectedCallsPartitionKey,
    since: rejectedCallsSortKeyFrom(oldestMs),
    pageSize: Math.min(limit, PAGE_SIZE),
  });
  const rejected: RejectedCall[] = [];
  for await (const item of items) {
    rejected.push(rejectedCall.parse(item));
    if (rejected.length === limit) break;
  }
  return rejected;
}
