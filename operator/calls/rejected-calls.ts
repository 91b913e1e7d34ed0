import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { REJECTED_KEPT_SECONDS, type RejectedCall, rejectedCall } from '../../shared/store/calls/rejected.ts';
import { rejectedCallsPartitionKey, rejectedCallsSortKeyFrom } from '../../shared/store/table/keys.ts';
import { monthsBack } from '../months.ts';
import type { Target } from '../target.ts';

/** Items per request. */
const PAGE_SIZE = 200;

interface Wanted {
  readonly sinceMs?: number | undefined;
  readonly limit: number;
}

/** Returns at most `limit` refused calls, the newest first. */
export async function listRejected(
  { table, nowMs }: Pick<Target, 'table' | 'nowMs'>,
  { sinceMs = 0, limit }: Wanted,
): Promise<RejectedCall[]> {
  const newestMs = nowMs();
  // Leaves out expired items, which DynamoDB can keep for some days after their expiry.
  const oldestMs = Math.max(sinceMs, newestMs - REJECTED_KEPT_SECONDS * 1_000);
  const rejected: RejectedCall[] = [];
  for (const monthMs of monthsBack(newestMs, oldestMs)) {
    const pages = paginateQuery(
      { client: table.db, pageSize: Math.min(limit, PAGE_SIZE) },
      {
        TableName: table.name,
        KeyConditionExpression: 'PK = :month AND SK >= :since',
        ExpressionAttributeValues: {
          ':month': rejectedCallsPartitionKey(monthMs),
          ':since': rejectedCallsSortKeyFrom(oldestMs),
        },
        ScanIndexForward: false,
        ConsistentRead: true,
      },
    );
    for await (const { Items = [] } of pages) {
      rejected.push(...Items.map((item) => rejectedCall.parse(item)));
      if (rejected.length >= limit) return rejected.slice(0, limit);
    }
  }
  return rejected;
}
