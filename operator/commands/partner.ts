import * as z from 'zod';
import { SCOPES } from '../../shared/contract/routes.ts';
import type { Partner } from '../../shared/store/partners/item.ts';
import {
  findPartners,
  listPartnerIds,
  listPartners,
  listPartnersFrom,
  type OnUnreadable,
} from '../../shared/store/partners/partners.ts';
import { escapeForTerminal } from '../../tooling/command-line/escape-for-terminal.ts';
import { partnerSubject } from '../audit/entry.ts';
import { endingOfChange, withAuditEntry } from '../audit/with-audit-entry.ts';
import { type ChangingTarget, defineCommand, sharedOptions } from '../command.ts';
import { EMAIL_CHARACTERS, MAX_PARTNER_SIZE, ROWS_PER_PAGE } from '../console/protocol/limits.ts';
import { countLinesAndCalls, deletePartner, requireNoNumbers } from '../deletion/partner.ts';
import { sizeOfPartner } from '../deletion/partner-size.ts';
import { exportedPages } from '../export/partner.ts';
import {
  existingPartner,
  setContact,
  setNameAndScopes,
  setPartnerState,
  setQuota,
} from '../records/partner-changes.ts';
import { findFailingPartners, findHealthOfPartners } from '../records/partner-health.ts';
import { addPartner } from '../records/secret-changes.ts';

const someScopes = `must be one or more of ${SCOPES.join(',')}`;

const scopeList = z
  .string()
  .transform((text) => [...new Set(text.split(',').filter((scope) => scope !== ''))])
  .pipe(z.array(z.enum(SCOPES, someScopes)).min(1, someScopes))
  .describe(`one or more of ${SCOPES.join(',')}`);

const partnerName = z.string().trim().min(1).max(200).describe('display name');

const count = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number);

const NO_EMAIL = 'must be an email address, or the word none';
const emailAddress = z.email(NO_EMAIL).max(EMAIL_CHARACTERS, NO_EMAIL);

const byId = z.object({ partner: sharedOptions.partner });

/** Collects a sentence about each partner that cannot be read, so that the other partners are still listed. */
function collectUnreadablePartners() {
  const problems: string[] = [];
  const onUnreadable: OnUnreadable = (key) => {
    problems.push(`The partner ${String(key).replace(/^.*?#/, '')} cannot be read.`);
  };
  return { problems, onUnreadable };
}

export const PARTNER_COMMANDS = {
  'partner create': defineCommand({
    summary: 'Create a partner and its API key, which is printed only once',
    options: z.object({
      name: partnerName,
      scopes: scopeList,
      quota: count.optional().describe('how many lines the partner may have; default: no limit'),
    }),
    changes: async (target, about) => {
      const { partner, apiKey } = await addPartner(target, about);
      const { partnerId, keyPrefix, scopes, quota } = partner;
      return { value: { partnerId, apiKey, keyPrefix, scopes, quota: quota ?? null } };
    },
  }),
  'partner list': defineCommand({
    summary: 'List all partners, or a page of them, and whether their receivers work',
    options: z.object({
      limit: sharedOptions.limit
        .optional()
        .describe(`how many partners; default: all, or ${ROWS_PER_PAGE} with --cursor`),
      cursor: sharedOptions.cursor.optional(),
    }),
    reads: async ({ table, nowMs }, { limit, cursor }) => {
      const isPage = limit !== undefined || cursor !== undefined;
      const { problems, onUnreadable } = collectUnreadablePartners();
      const { partners, next } = isPage
        ? await listPartnersFrom(table, { limit: limit ?? ROWS_PER_PAGE, from: cursor, onUnreadable })
        : { partners: await listPartners(table, onUnreadable), next: undefined };
      const listed = await findHealthOfPartners(table, partners, nowMs());
      const value = listed.map(({ partner, health }) => ({ ...shownPartner(partner), health: health.state }));
      return { value, next, problems };
    },
  }),
  'partner count': defineCommand({
    summary: 'Count the partners',
    options: z.object({}),
    reads: async ({ table }) => ({ value: { partners: (await listPartnerIds(table)).length } }),
  }),
  'partner size': defineCommand({
    summary: `Count a partner's unreleased lines and its calls, up to ${MAX_PARTNER_SIZE.toLocaleString('en')} of each, without reading the whole table`,
    options: byId.extend({
      before: sharedOptions.since
        .optional()
        .describe('only calls recorded before this time, such as 2026-11-21T10:00:00Z'),
    }),
    reads: async ({ table, nowMs }, { partner, before = nowMs() }) => {
      const { partnerId } = await existingPartner(table, partner);
      return { value: { partnerId, ...(await sizeOfPartner(table, partnerId, { beforeMs: before, nowMs: nowMs() })) } };
    },
  }),
  'partner show': defineCommand({
    summary: 'Show one partner',
    options: byId,
    reads: async ({ table }, { partner }) => ({ value: shownPartner(await existingPartner(table, partner)) }),
  }),
  'partner health': defineCommand({
    summary: 'Show whether the receivers of partners work; if one fails, since when and with which outcome',
    options: z.object({
      partner: sharedOptions.partner.optional(),
      failing: z.literal(true).optional().describe('only partners that are failing'),
    }),
    reads: async ({ table, nowMs }, { partner, failing }) => {
      const ids =
        partner === undefined ? await listPartnerIds(table) : [(await existingPartner(table, partner)).partnerId];
      const { problems, onUnreadable } = collectUnreadablePartners();
      const partners = await findPartners(table, failing ? await findFailingPartners(table, ids) : ids, onUnreadable);
      const listed = await findHealthOfPartners(table, partners, nowMs());
      const readable = listed.map((one) => ({
        ...one.health,
        suspended: one.partner.state === 'suspended' ? 'yes' : 'no',
      }));
      return { value: listed.map(({ health }) => health), readable: [readable], problems };
    },
  }),
  'partner contact': defineCommand({
    summary: "Store the email address of a partner's contact; notices about the partner contain the address",
    options: byId.extend({
      email: z
        .union([z.literal('none').transform(() => undefined), emailAddress], NO_EMAIL)
        .describe('email address; "none" removes the stored address'),
    }),
    changes: async (target, { partner, email }) => ({ value: shownPartner(await setContact(target, partner, email)) }),
  }),
  'partner suspend': defineCommand({
    summary: "Reject the partner's requests with 403 and skip its deliveries from now on",
    options: byId,
    harm: ({ partner }) =>
      `This shuts out partner ${partner}: its requests are rejected and its deliveries are skipped.`,
    changes: async (by, { partner }) => ({ value: shownPartner(await setPartnerState(by, partner, 'suspended')) }),
  }),
  'partner activate': defineCommand({
    summary: 'End the suspension of a partner',
    options: byId,
    changes: async (target, { partner }) => ({ value: shownPartner(await setPartnerState(target, partner, 'active')) }),
  }),
  'partner update': defineCommand({
    summary: "Change a partner's name or scopes; the change applies from the partner's next request",
    options: byId
      .extend({ name: partnerName.optional(), scopes: scopeList.optional() })
      .refine(({ name, scopes }) => name !== undefined || scopes !== undefined, 'give --name, --scopes or both'),
    changes: async (by, { partner, ...about }) => ({ value: shownPartner(await setNameAndScopes(by, partner, about)) }),
  }),
  'partner quota': defineCommand({
    summary: 'Change how many lines a partner may have',
    options: byId.extend({
      quota: z
        .union([z.literal('none').transform(() => undefined), count], 'must be a whole number, or the word none')
        .describe('how many lines the partner may have; "none" removes the limit'),
    }),
    changes: async (target, { partner, quota }) => ({ value: shownPartner(await setQuota(target, partner, quota)) }),
  }),
  'partner export': defineCommand({
    summary: 'Write what is stored about a partner to a file, without secrets: one JSON object per line',
    options: byId
      .extend({
        file: z.string().min(1).optional().describe('file to create or replace; only you can read it'),
        dryRun: z.boolean().default(false).describe('only count the items; write nothing'),
      })
      .refine(({ file, dryRun }) => dryRun || file !== undefined, 'give --file or --dry-run'),
    // An export is recorded like a change, because the content of the calls is personal data.
    changes: async (target, { partner: partnerId, file: wanted, dryRun }) => {
      await existingPartner(target.table, partnerId);
      const file = dryRun ? undefined : wanted;
      const items =
        file === undefined
          ? await writeExport(target, partnerId, undefined)
          : await withAuditEntry(
              target,
              partnerSubject(partnerId),
              () => writeExport(target, partnerId, file),
              (count) => endingOfChange(true, `${count} items exported`),
            );
      const readable = [
        file === undefined
          ? `Items that would be exported: ${items}. Nothing was written.`
          : `Items exported to ${escapeForTerminal(file)}: ${items}`,
      ];
      return { value: { partnerId, items, file: file ?? null }, readable };
    },
  }),
  'partner delete': defineCommand({
    summary: 'Delete a partner with its key, lines, calls, settings, webhook and secrets, for good',
    options: byId.extend({
      dryRun: z.boolean().default(false).describe('only count the lines and calls; delete nothing'),
    }),
    harm: ({ partner, dryRun }) =>
      dryRun
        ? undefined
        : `This deletes partner ${partner} for good: its key, lines, calls, settings, webhook and secrets.`,
    changes: async (target, { partner: partnerId, dryRun }) => {
      const counts = await deleteOrCountPartner(target, partnerId, dryRun);
      const { lines, calls } = counts;
      const readable = [
        dryRun
          ? `This would delete partner ${partnerId}. Lines: ${lines}, calls: ${calls}. Nothing was changed.`
          : `Partner ${partnerId} is deleted. Deleted by this run: lines: ${lines}, calls: ${calls}.`,
      ];
      return { value: { partnerId, ...counts, deleted: !dryRun }, readable };
    },
  }),
};

/** The audit trail can outlive the partner, so the entry of a deletion does not have its name. */
async function deleteOrCountPartner(target: ChangingTarget, partnerId: string, dryRun: boolean) {
  if (dryRun) return countLinesAndCalls(target, partnerId);
  await requireNoNumbers(target.table, partnerId);
  return withAuditEntry(
    target,
    partnerSubject(partnerId),
    () => deletePartner(target, partnerId),
    ({ lines, calls }) => endingOfChange(true, `${lines} lines and ${calls} calls deleted`),
  );
}

async function writeExport(target: ChangingTarget, partnerId: string, file: string | undefined): Promise<number> {
  let items = 0;
  async function* lines() {
    for await (const page of exportedPages(target, partnerId)) {
      items += page.length;
      yield page.map((item) => `${JSON.stringify(item)}\n`).join('');
    }
  }
  if (file === undefined) for await (const _ of lines());
  else await target.writeText(file, lines());
  return items;
}

const shownPartner = ({ keyHash: _, quota, contact, ...partner }: Partner) => ({
  ...partner,
  quota: quota ?? null,
  // Set even if undefined, so that the order of the table's columns does not depend on the first partner.
  contact,
});
