import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { E164, E164_REQUIREMENT } from '../../shared/domain/lines/e164.ts';
import type { Line } from '../../shared/store/lines/item.ts';
import { listLines } from '../../shared/store/lines/lines.ts';
import { defineCommand, sharedOptions } from '../command.ts';
import { ROWS_PER_PAGE } from '../console/protocol/limits.ts';
import { existingLine, finishRelease, setIntegration, setPlan } from '../records/line-changes.ts';
import { attachNumber, detachNumber } from '../records/line-numbers.ts';
import { existingPartner } from '../records/partner-changes.ts';

const byTenant = z.object({ tenant: sharedOptions.tenant });

const e164 = z.string().regex(E164, E164_REQUIREMENT);

/** The tier or the status of a plan; `none` removes the stored value. */
const planWord = z
  .string()
  .min(1)
  .max(100)
  .transform((word) => (word === 'none' ? null : word))
  .optional();

const PROVIDERS = { a: 'providerA', b: 'providerB' } as const;

export const LINE_COMMANDS = {
  'line list': defineCommand({
    summary: "List a partner's active lines, the oldest first, page by page",
    options: z.object({
      partner: sharedOptions.partner,
      limit: sharedOptions.limit.optional().describe(`how many lines to list; default: ${ROWS_PER_PAGE}`),
      cursor: sharedOptions.cursor.optional(),
    }),
    reads: async ({ table }, { partner, limit = ROWS_PER_PAGE, cursor }) => {
      await existingPartner(table, partner);
      const { lines, lastSortKey } = await listLines(table, partner, { limit, after: cursor });
      return { value: lines, next: lastSortKey ?? undefined };
    },
  }),
  'line show': defineCommand({
    summary: 'Show a line, also after its termination',
    options: byTenant,
    reads: async ({ table }, { tenant }) => ({ value: shownLine(await existingLine(table, tenant)) }),
  }),
  'line attach-number': defineCommand({
    summary: 'Attach a number to an active line',
    options: byTenant.extend({ number: e164.describe('E.164') }),
    changes: async (target, { tenant, number }) => ({
      value: shownLine(await attachNumber(target, tenant, number)),
    }),
  }),
  'line release-number': defineCommand({
    summary: 'Detach the number from the line, so that the partner can terminate the line',
    options: byTenant,
    changes: async (target, { tenant }) => ({ value: shownLine(await detachNumber(target, tenant)) }),
  }),
  'line release': defineCommand({
    summary: 'Finish the interrupted termination of a line',
    options: byTenant,
    harm: ({ tenant }) =>
      `This finishes the termination of line ${tenant} for good, and deletes its settings if the partner asked for a purge.`,
    changes: async (target, { tenant }) => ({
      value: shownLine(await finishRelease(target, tenant, randomUUID())),
    }),
  }),
  'line set-plan': defineCommand({
    summary: 'Set the plan that the partner sees for the line',
    options: byTenant
      .extend({
        tier: planWord.describe('plan tier, as the partner sees it; "none" removes the stored value'),
        status: planWord.describe('plan status, as the partner sees it; "none" removes the stored value'),
      })
      .refine(({ tier, status }) => tier !== undefined || status !== undefined, {
        message: 'give --tier, --status or both',
      }),
    changes: async (target, { tenant, ...plan }) => ({ value: shownLine(await setPlan(target, tenant, plan)) }),
  }),
  'line set-integration': defineCommand({
    summary: 'Set whether the partner sees the line as connected to a store platform',
    options: byTenant.extend({
      provider: z.enum(['a', 'b']).describe('a or b'),
      connected: z.enum(['true', 'false']).describe('true or false'),
    }),
    changes: async (target, { tenant, provider, connected }) => ({
      value: shownLine(await setIntegration(target, tenant, PROVIDERS[provider], connected === 'true')),
    }),
  }),
};

/** Returns the line without the tokens by which requests recognize their own writes. */
function shownLine({ terminatedBy: _, releasedBy, number, plan, ...line }: Line) {
  const state = line.status === 'terminated' ? { released: releasedBy !== undefined } : {};
  return { ...line, number: number ?? null, plan: plan ?? null, ...state };
}
