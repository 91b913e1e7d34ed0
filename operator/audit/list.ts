import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { AFTER_ALL_ENTRIES, auditFrom, auditMonth, auditTimeIn } from '../../shared/store/table/keys.ts';
import { monthsBack } from '../months.ts';
import type { Target } from '../target.ts';
import { type AuditEntry, auditEntry, KEPT_MS } from './entry.ts';

type Trail = Pick<Target, 'table' | 'nowMs'>;

interface Wanted {
  /** Only entries that concern this partner. */
  readonly partnerId?: string | undefined;
  readonly sinceMs?: number | undefined;
  readonly limit: number;
  /** Where an earlier page has ended. */
  readonly cursor?: string | undefined;
}

interface Page {
  readonly entries: readonly AuditEntry[];
  /** Where the next page begins. Undefined after the oldest entry. */
  readonly next: string | undefined;
}

/** Entries per request. */
const PAGE_SIZE = 200;

/** Returns a page of the audit trail, newest first. Reads the months one after another, backwards. */
export async function listEntries(trail: Trail, { partnerId, sinceMs = 0, limit, cursor }: Wanted): Promise<Page> {
  const nowMs = trail.nowMs();
  const newestMs = cursor === undefined ? nowMs : auditTimeIn(cursor);
  const oldestMs = Math.max(sinceMs, nowMs - KEPT_MS);
  const entries: AuditEntry[] = [];
  for (const monthMs of monthsBack(newestMs, oldestMs)) {
    for await (const entry of entriesIn(trail, monthMs, { oldestMs, cursor })) {
      if (partnerId !== undefined && entry.partnerId !== partnerId) continue;
      if (entries.length === limit) return { entries, next: entry.SK };
      entries.push(entry);
    }
  }
  return { entries, next: undefined };
}

const storedEntry = auditEntry.extend({ SK: z.string() });

interface Range {
  readonly oldestMs: number;
  readonly cursor: string | undefined;
}

async function* entriesIn({ table }: Trail, monthMs: number, { oldestMs, cursor = AFTER_ALL_ENTRIES }: Range) {
  const pages = paginateQuery(
    { client: table.db, pageSize: PAGE_SIZE },
    {
      TableName: table.name,
      KeyConditionExpression: 'PK = :month AND SK BETWEEN :since AND :until',
      ExpressionAttributeValues: { ':month': auditMonth(monthMs), ':since': auditFrom(oldestMs), ':until': cursor },
      ScanIndexForward: false,
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) yield* Items.map((item) => storedEntry.parse(item));
}
