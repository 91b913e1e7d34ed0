import * as z from 'zod';
import type { AuditEntry } from '../audit/entry.ts';
import { listEntries } from '../audit/list.ts';
import { defineCommand, sharedOptions } from '../command.ts';
import { ROWS_PER_PAGE } from '../console/protocol/limits.ts';
import { isoTime } from '../iso-time.ts';
import { requirePartnerEverExisted } from '../records/partner-changes.ts';

export const AUDIT_COMMANDS = {
  'audit list': defineCommand({
    summary: 'List the audit trail, newest entry first: who changed what, or saw the content of which call, and why',
    options: z.object({
      partner: sharedOptions.partner.optional().describe('only entries that concern this partner'),
      actor: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('only entries of operators whose name or ARN contains this text'),
      action: z
        .string()
        .min(1)
        .max(60)
        .optional()
        .describe('only entries of this command, or of all commands that begin with this word, such as partner'),
      since: sharedOptions.since
        .optional()
        .describe('only entries made at or after this time, such as 2026-11-21T10:00:00Z'),
      until: sharedOptions.since.optional().describe('only entries made at or before this time'),
      limit: z
        .string()
        .regex(/^[1-9]\d{0,4}$/, 'must be a whole number from 1 to 99999')
        .transform(Number)
        .default(ROWS_PER_PAGE)
        .describe(`how many entries; default: ${ROWS_PER_PAGE}`),
      cursor: sharedOptions.cursor.regex(/^\d{13}#/, 'must be a cursor that the previous page printed').optional(),
    }),
    reads: async (target, { partner, actor, action, since, until, limit, cursor }) => {
      if (partner !== undefined) await requirePartnerEverExisted(target.table, partner);
      const { entries, next } = await listEntries(target, {
        ...{ partnerId: partner, actor, action, limit, cursor },
        ...{ sinceMs: since, untilMs: until },
      });
      return { value: entries.map(shownEntry), next };
    },
  }),
};

/** An entry that was stored in one transaction with its change has no state. */
const shownEntry = ({ atMs, actor, action, target, reason, state, outcome }: AuditEntry) => ({
  at: isoTime(atMs),
  actor,
  action,
  target,
  reason: reason ?? null,
  // Set even if undefined, so that the order of the table's columns does not depend on the first entry.
  state,
  outcome,
});
