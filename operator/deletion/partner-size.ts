import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../shared/store/table/connect.ts';
import { keys } from '../../shared/store/table/keys.ts';
import { callStateOf } from '../calls/call-view.ts';
import { MAX_PARTNER_SIZE } from '../console/protocol/limits.ts';
import { newestDeliveries } from '../deliveries/newest-deliveries.ts';

interface Wanted {
  readonly beforeMs: number;
  readonly nowMs: number;
}

/**
 * Counts a partner's lines and newest calls, each up to a limit. Leaves out calls that are known to be deleted or
 * expired. Leaves out lines that were terminated and released, because only a read of the whole table finds them.
 */
export async function sizeOfPartner(table: Table, partnerId: string, wanted: Wanted) {
  const [lines, calls] = await Promise.all([countLines(table, partnerId), countCalls(table, partnerId, wanted)]);
  return {
    lines: Math.min(lines, MAX_PARTNER_SIZE),
    hasMoreLines: lines > MAX_PARTNER_SIZE,
    calls: calls.counted,
    /** Whether there may be more calls than were counted. */
    hasMoreCalls: calls.hasMore,
  };
}

/** Returns the number of lines, but at most one more than the limit. */
async function countLines({ db, name }: Table, partnerId: string): Promise<number> {
  const { PK, SK } = keys.delegation(partnerId, '');
  const { Count = 0 } = await db.send(
    new QueryCommand({
      TableName: name,
      KeyConditionExpression: 'PK = :partner AND begins_with(SK, :line)',
      ExpressionAttributeValues: { ':partner': PK, ':line': SK },
      Select: 'COUNT',
      Limit: MAX_PARTNER_SIZE + 1,
    }),
  );
  return Count;
}

async function countCalls(table: Table, partnerId: string, { beforeMs, nowMs }: Wanted) {
  const { rows, unreadable, next } = await newestDeliveries(table, {
    ...{ partnerId, untilMs: beforeMs - 1, limit: MAX_PARTNER_SIZE },
  });
  const stored = rows.filter((row) => callStateOf(row, nowMs) === 'stored');
  return { counted: stored.length + unreadable.length, hasMore: next !== undefined };
}
