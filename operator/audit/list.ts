import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { auditFrom, auditMonth } from '../../shared/store/table/keys.ts';
import type { Target } from '../target.ts';
import { type AuditEntry, auditEntry, KEPT_MS } from './entry.ts';

type Trail = Pick<Target, 'table' | 'nowMs'>;

interface Wanted {
  /** Only entries that concern this partner. */
  readonly partnerId?: string | undefined;
  readonly sinceMs?: number | undefined;
  readonly limit: number;
}

/** Entries per request. */
const PAGE_SIZE = 200;

/** Returns the newest entries of the audit trail, newest first. Reads the months one after another, backwards. */
export async function listEntries(trail: Trail, { partnerId, sinceMs = 0, limit }: Wanted): Promise<AuditEntry[]> {
  const nowMs = trail.nowMs();
  const oldestMs = Math.max(sinceMs, nowMs - KEPT_MS);
  const entries: AuditEntry[] = [];
  for (let monthMs = startOfMonth(nowMs); monthMs >= startOfMonth(oldestMs); monthMs = startOfMonth(monthMs - 1)) {
    for await (const entry of entriesIn(trail, monthMs, oldestMs)) {
      if (partnerId !== undefined && entry.partnerId !== partnerId) continue;
      entries.push(entry);
      if (entries.length === limit) return entries;
    }
  }
  return entries;
}

async function* entriesIn({ table }: Trail, monthMs: number, sinceMs: number): AsyncGenerator<AuditEntry> {
  const pages = paginateQuery(
    { client: table.db, pageSize: PAGE_SIZE },
    {
      TableName: table.name,
      KeyConditionExpression: 'PK = :month AND SK >= :since',
      ExpressionAttributeValues: { ':month': auditMonth(monthMs), ':since': auditFrom(sinceMs) },
      ScanIndexForward: false,
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) yield* Items.map((item) => auditEntry.parse(item));
}

const startOfMonth = (timeMs: number) => {
  const time = new Date(timeMs);
  return Date.UTC(time.getUTCFullYear(), time.getUTCMonth());
};
