import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { AFTER_ALL_ENTRIES, auditPartitionKey, auditSortKeyFrom, auditTimeIn } from '../../shared/store/table/keys.ts';
import { monthsBack } from '../months.ts';
import type { Target } from '../target.ts';
import { type AuditEntry, auditEntry, KEPT_MS } from './entry.ts';

type Trail = Pick<Target, 'table' | 'nowMs'>;

interface Wanted {
  readonly partnerId?: string | undefined;
  /** Selects the entries whose actor contains this text, in upper or lower case. */
  readonly actor?: string | undefined;
  /** A command such as `partner suspend`, or a noun such as `partner`, which selects all commands of this noun. */
  readonly action?: string | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
  readonly limit: number;
  /** The cursor that came with the previous page. */
  readonly cursor?: string | undefined;
}

interface Page {
  readonly entries: readonly AuditEntry[];
  /** The cursor of the next page. Undefined after the oldest entry. */
  readonly next: string | undefined;
}

/** Entries per request. */
const PAGE_SIZE = 200;

/**
 * Returns a page of the audit trail, newest entry first. Reads month by month, because each month has its own
 * partition.
 */
export async function listEntries(trail: Trail, wanted: Wanted): Promise<Page> {
  const { sinceMs = 0, untilMs, limit } = wanted;
  const nowMs = trail.nowMs();
  const cursor = wanted.cursor ?? (untilMs === undefined ? undefined : auditSortKeyFrom(untilMs + 1));
  const newestMs = cursor === undefined ? nowMs : Math.min(nowMs, auditTimeIn(cursor));
  const oldestMs = Math.max(sinceMs, nowMs - KEPT_MS);
  const entries: AuditEntry[] = [];
  for (const monthMs of monthsBack(newestMs, oldestMs)) {
    for await (const entry of entriesOfMonth(trail, monthMs, { oldestMs, cursor })) {
      if (!matches(entry, wanted)) continue;
      if (entries.length === limit) return { entries, next: entry.SK };
      entries.push(entry);
    }
  }
  return { entries, next: undefined };
}

const matches = (entry: AuditEntry, { partnerId, actor, action }: Wanted): boolean =>
  (partnerId === undefined || entry.partnerId === partnerId) &&
  (actor === undefined || entry.actor.toLowerCase().includes(actor.toLowerCase())) &&
  (action === undefined || `${entry.action} `.startsWith(`${action} `));

const storedEntry = auditEntry.extend({ SK: z.string() });

interface Range {
  readonly oldestMs: number;
  readonly cursor: string | undefined;
}

async function* entriesOfMonth({ table }: Trail, monthMs: number, { oldestMs, cursor = AFTER_ALL_ENTRIES }: Range) {
  const pages = paginateQuery(
    { client: table.db, pageSize: PAGE_SIZE },
    {
      TableName: table.name,
      KeyConditionExpression: 'PK = :month AND SK BETWEEN :since AND :until',
      ExpressionAttributeValues: {
        ':month': auditPartitionKey(monthMs),
        ':since': auditSortKeyFrom(oldestMs),
        ':until': cursor,
      },
      ScanIndexForward: false,
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) yield* Items.map((item) => storedEntry.parse(item));
}
