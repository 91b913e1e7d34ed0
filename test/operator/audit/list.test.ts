import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Subject } from '../../../operator/audit/entry.ts';
import { listEntries } from '../../../operator/audit/list.ts';
import { endingOfChange, withAuditEntry } from '../../../operator/audit/with-audit-entry.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { asOperator } from '../../support/table/as-operator.ts';
import { testTable } from '../../support/table/table.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW_MS = Date.parse('2026-11-21T10:00:00.000Z');

/** When each change was made. The target of an entry is its name here. */
const MADE = {
  'just now': '2026-11-21T10:00:00.000Z',
  'the first of the month': '2026-11-01T00:00:00.000Z',
  'the month before': '2026-10-31T23:59:59.999Z',
  'the year before': '2025-12-31T12:00:00.000Z',
  '400 days ago': new Date(NOW_MS - 400 * DAY_MS).toISOString(),
  'longer ago': new Date(NOW_MS - 400 * DAY_MS - 1).toISOString(),
};

describe('the command `audit list`', () => {
  let table: Table;
  beforeAll(async () => {
    table = await testTable();
    for (const [target, at] of Object.entries(MADE)) {
      const partnerId = target.includes('before') ? 'pt_1' : undefined;
      await change({ target, partnerId }, Date.parse(at));
    }
  });
  const change = (subject: Subject, atMs: number) =>
    withAuditEntry(
      { ...asOperator(table), nowMs: () => atMs },
      subject,
      async () => undefined,
      () => endingOfChange(true, 'made'),
    );
  const list = async (wanted: Partial<Parameters<typeof listEntries>[1]> = {}) => {
    const { entries } = await listEntries({ table, nowMs: () => NOW_MS }, { limit: 50, ...wanted });
    return entries.map(({ target }) => target);
  };

  it('the audit trail is listed from newest to oldest across months and years', async () => {
    expect(await list()).toEqual(Object.keys(MADE).slice(0, -1));
  });

  it('the list of the audit trail contains only entries made at or after the time in `--since`', async () => {
    expect(await list({ sinceMs: Date.parse(MADE['the month before']) })).toHaveLength(3);
    expect(await list({ sinceMs: Date.parse(MADE['the month before']) + 1 })).toHaveLength(2);
  });

  it('the audit trail of a partner contains only entries that concern this partner', async () => {
    expect(await list({ partnerId: 'pt_1' })).toEqual(['the month before', 'the year before']);
  });

  it('the list of the audit trail has at most as many entries as the limit', async () => {
    expect(await list({ limit: 2 })).toEqual(['just now', 'the first of the month']);
    expect(await list({ limit: 1, partnerId: 'pt_1' })).toEqual(['the month before']);
  });

  it.each([1, 2, 5])('each entry of the audit trail is on exactly one page if a page has %d entries', async (limit) => {
    const targets: string[] = [];
    let cursor: string | undefined;
    do {
      const { entries, next } = await listEntries({ table, nowMs: () => NOW_MS }, { limit, cursor });
      targets.push(...entries.map(({ target }) => target));
      cursor = next;
    } while (cursor !== undefined);
    expect(targets).toEqual(Object.keys(MADE).slice(0, -1));
  });

  it('an entry of the audit trail expires 400 days after its change', async () => {
    const {
      entries: [entry],
    } = await listEntries({ table, nowMs: () => NOW_MS }, { limit: 1 });
    expect(entry?.expiresAtUnixSeconds).toBe((NOW_MS + 400 * DAY_MS) / 1000);
  });
});
