import * as z from 'zod';
import { SCOPES } from '../../shared/contract/routes.ts';
import type { Partner } from '../../shared/store/partners/item.ts';
import { listPartnerIds, listPartners, partnersFrom, partnersWith } from '../../shared/store/partners/registry.ts';
import { command, given } from '../command.ts';
import { existingPartner, setContact, setPartnerState, setQuota } from '../records/partner-changes.ts';
import { failingAmong, withHealth } from '../records/partner-health.ts';
import { addPartner } from '../records/secret-changes.ts';

const someScopes = `must be one or more of ${SCOPES.join(',')}`;

/** A list such as `a,b`. */
const scopeList = z
  .string()
  .transform((text) => [...new Set(text.split(',').filter((scope) => scope !== ''))])
  .pipe(z.array(z.enum(SCOPES, someScopes)).min(1, someScopes))
  .describe(`one or more of ${SCOPES.join(',')}`);

const count = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number);

const NO_EMAIL = 'must be an email address, or the word none';
const PARTNERS_OF_A_PAGE = 50;

const byId = z.object({ partner: given.partner });

export const PARTNER_COMMANDS = {
  'partner create': command({
    summary: 'Create a partner and its API key, which is printed only once',
    options: z.object({
      name: z.string().trim().min(1).max(200).describe('display name'),
      scopes: scopeList,
      quota: count.optional().describe('how many lines the partner may have; default: no limit'),
    }),
    changes: async (target, about) => {
      const { partner, apiKey } = await addPartner(target, about);
      const { partnerId, keyPrefix, scopes, quota } = partner;
      return { value: { partnerId, apiKey, keyPrefix, scopes, quota: quota ?? null } };
    },
  }),
  'partner list': command({
    summary: 'List all partners, or a page of them, and whether their receivers work',
    options: z.object({
      limit: given.limit.optional().describe('how many; default: all'),
      cursor: given.cursor.optional(),
    }),
    reads: async ({ table, nowMs }, { limit, cursor }) => {
      const isPage = limit !== undefined || cursor !== undefined;
      const { partners, next } = isPage
        ? await partnersFrom(table, { limit: limit ?? PARTNERS_OF_A_PAGE, from: cursor })
        : { partners: await listPartners(table), next: undefined };
      const listed = await withHealth(table, partners, nowMs());
      return { value: listed.map(({ partner, health }) => ({ ...shown(partner), health: health.state })), next };
    },
  }),
  'partner show': command({
    summary: 'Show one partner',
    options: byId,
    reads: async ({ table }, { partner }) => ({ value: shown(await existingPartner(table, partner)) }),
  }),
  'partner health': command({
    summary: 'Show whether the receivers of partners work: since when one fails, short recoveries included, and how',
    options: z.object({
      partner: given.partner.optional(),
      failing: z.literal(true).optional().describe('only partners that are failing'),
    }),
    reads: async ({ table, nowMs }, { partner, failing }) => {
      const ids =
        partner === undefined ? await listPartnerIds(table) : [(await existingPartner(table, partner)).partnerId];
      const partners = await partnersWith(table, failing ? await failingAmong(table, ids) : ids);
      const listed = await withHealth(table, partners, nowMs());
      const readable = listed.map((one) => ({
        ...one.health,
        suspended: one.partner.state === 'suspended' ? 'yes' : 'no',
      }));
      return { value: listed.map(({ health }) => health), readable: [readable] };
    },
  }),
  'partner contact': command({
    summary: 'Store whom to write to about a partner; notices about the partner name this address',
    options: byId.extend({
      email: z
        .union([z.literal('none').transform(() => undefined), z.email(NO_EMAIL).max(254, NO_EMAIL)], NO_EMAIL)
        .describe('email address; none removes it'),
    }),
    changes: async (target, { partner, email }) => ({ value: shown(await setContact(target, partner, email)) }),
  }),
  'partner suspend': command({
    summary: "Reject the partner's requests with 403 and skip its deliveries from now on",
    options: byId,
    harm: ({ partner }) =>
      `This shuts out partner ${partner}: its requests are rejected and its deliveries are skipped.`,
    changes: async (target, { partner }) => ({ value: shown(await setPartnerState(target, partner, 'suspended')) }),
  }),
  'partner activate': command({
    summary: 'End the suspension of a partner',
    options: byId,
    changes: async (target, { partner }) => ({ value: shown(await setPartnerState(target, partner, 'active')) }),
  }),
  'partner quota': command({
    summary: 'Change how many lines a partner may have',
    options: byId.extend({
      quota: z
        .union([z.literal('none').transform(() => undefined), count], 'must be a whole number, or the word none')
        .describe('how many lines; none removes the limit'),
    }),
    changes: async (target, { partner, quota }) => ({ value: shown(await setQuota(target, partner, quota)) }),
  }),
};

/** What an operator sees of a partner: everything but the hash of its key. */
const shown = ({ keyHash: _, quota, contact, ...partner }: Partner) => ({
  ...partner,
  quota: quota ?? null,
  // Present even if undefined, so that the columns of the table have the same order whichever partner is first.
  contact,
});
