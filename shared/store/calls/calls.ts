import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../table/connect.ts';
import { AFTER_ALL_CALLS, callsStoredFrom, keys } from '../table/keys.ts';
import { type CallItem, callItem } from './item.ts';

interface CallPage {
  readonly calls: readonly CallItem[];
  /** Sort key of the last call on the page; `null` when no page follows. */
  readonly lastSortKey: string | null;
}

interface Wanted {
  readonly limit: number;
  readonly sinceMs: number;
  /** Sort key of the last call on the previous page. */
  readonly after?: string | undefined;
}

/**
 * Most queries for one page. A Query reads at most 1 MB, and a Lambda's response has at most 6 MB, so a page of long
 * summaries has fewer calls.
 */
const MAX_QUERIES = 4;

/**
 * Returns a page of a line's calls, newest first. It reads one call more than `limit`, to know whether a page follows.
 * With summaries of ordinary length, it takes one round trip.
 */
export async function listCalls(table: Table, tenantId: string, { limit, sinceMs, after }: Wanted): Promise<CallPage> {
  const { PK } = keys.call(tenantId, sinceMs, '');
  const found: CallItem[] = [];
  let start = after === undefined ? undefined : { PK, SK: after };
  for (let queries = 0; queries < MAX_QUERIES; queries += 1) {
    const { Items = [], LastEvaluatedKey } = await table.db.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'PK = :line AND SK BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':line': PK, ':from': callsStoredFrom(sinceMs), ':to': AFTER_ALL_CALLS },
        ScanIndexForward: false,
        ExclusiveStartKey: start,
        Limit: limit + 1 - found.length,
        ConsistentRead: true,
      }),
    );
    found.push(...Items.map((item) => callItem.parse(item)));
    const last = found.at(-1);
    start = LastEvaluatedKey && last && keyOf(last);
    if (start === undefined || found.length > limit) break;
  }
  const calls = found.slice(0, limit);
  const last = calls.at(-1);
  const more = found.length > limit || start !== undefined;
  return { calls, lastSortKey: more && last ? keyOf(last).SK : null };
}

const keyOf = ({ tenantId, storedAtMs, callId }: CallItem) => keys.call(tenantId, storedAtMs, callId);
