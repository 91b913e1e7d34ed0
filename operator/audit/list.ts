import * as z from 'zod';
import { auditPartitionKey, auditSortKeyFrom, auditTimeIn } from '../../shared/store/table/keys.ts';
import { itemsByMonth } from '../items-by-month.ts';
import type { Target } from '../target.ts';
import { type AuditEntry, auditEntry, KEPT_MS } from './entry.ts';

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

/** Entries per request. */
const PAGE_SIZE = 200;

/** Newest entry first. `next` is the cursor of the next page. It is undefined after the oldest entry. */
export async function listEntries(trail: Pick<Target, 'table' | 'nowMs'>, wanted: Wanted) {
  const { sinceMs = 0, untilMs, limit } = wanted;
  const nowMs = trail.nowMs();
  const cursor = wanted.cursor ?? (untilMs === undefined ? undefined : auditSortKeyFrom(untilMs + 1));
  const oldestMs = Math.max(sinceMs, nowMs - KEPT_MS);
  const items = itemsByMonth(trail.table, {
    newestMs: cursor === undefined ? nowMs : Math.min(nowMs, auditTimeIn(cursor)),
    oldestMs,
    partitionKey: auditPartitionKey,
    since: auditSortKeyFrom(oldestMs),
    until: cursor,
    pageSize: PAGE_SIZE,
  });
  const entries: AuditEntry[] = [];
  for await (const item of items) {
    const entry = storedEntry.parse(item);
    if (!matches(entry, wanted)) continue;
    if (entries.length === limit) return { entries, next: entry.SK };
    entries.push(entry);
  }
  return { entries, next: undefined };
}

const matches = (entry: AuditEntry, { partnerId, actor, action }: Wanted): boolean =>
  (partnerId === undefined || entry.partnerId === partnerId) &&
  (actor === undefined || entry.actor.toLowerCase().includes(actor.toLowerCase())) &&
  (action === undefined || `${entry.action} `.startsWith(`${action} `));

const storedEntry = auditEntry.extend({ SK: z.string() });
