import * as z from 'zod';
import type { AuditEntry } from '../audit/entry.ts';
import { listEntries } from '../audit/list.ts';
import { command, given } from '../command.ts';
import { iso } from '../iso.ts';
import { existingPartner } from '../records/partner-changes.ts';

const DEFAULT_LIMIT = 50;

export const AUDIT_COMMANDS = [
  command({
    noun: 'audit',
    verb: 'list',
    summary: 'List the changes that operators made, newest first: who made each change, when, on what, and why',
    options: z.object({
      partner: given.partner.optional().describe('only changes that concern this partner'),
      since: given.since.optional().describe('only changes made at or after this time, such as 2026-11-21T10:00:00Z'),
      limit: z
        .string()
        .regex(/^[1-9]\d{0,4}$/, 'must be a whole number from 1 to 99999')
        .transform(Number)
        .default(DEFAULT_LIMIT)
        .describe(`how many changes; default: ${DEFAULT_LIMIT}`),
      cursor: given.cursor.regex(/^\d{13}#/, 'must be as printed by the page before').optional(),
    }),
    reads: async (target, { partner, since, limit, cursor }) => {
      if (partner !== undefined) await existingPartner(target.table, partner);
      const { entries, next } = await listEntries(target, { partnerId: partner, sinceMs: since, limit, cursor });
      return { value: entries.map(shown), next };
    },
  }),
];

/** Only work that is not one transaction has a state: it can be `started` without having ended. */
const shown = ({ atMs, actor, action, target, reason, state, outcome }: AuditEntry) => ({
  at: iso(atMs),
  actor,
  action,
  target,
  reason: reason ?? null,
  ...(state === undefined ? {} : { state }),
  ...(outcome === undefined ? {} : { outcome }),
});
