import * as z from 'zod';
import { SCOPES } from '../../shared/contract/routes.ts';
import { issueSigningSecret } from '../../shared/secrets/signing-secrets.ts';
import type { Partner } from '../../shared/store/partners/item.ts';
import { createPartner } from '../../shared/store/partners/partners.ts';
import { command, given } from '../command.ts';
import { existingPartner, setPartnerState, setQuota } from '../records/partner-changes.ts';
import { listPartners } from '../records/partner-registry.ts';

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

const byId = z.object({ partner: given.partner });

export const PARTNER_COMMANDS = [
  command({
    noun: 'partner',
    verb: 'create',
    summary: 'Create a partner and its API key, which is printed only once',
    options: z.object({
      name: z.string().trim().min(1).max(200).describe('display name'),
      scopes: scopeList,
      quota: count.optional().describe('how many lines the partner may have; default: no limit'),
    }),
    run: async ({ table, kms, outputs, nowMs }, about) => {
      const issueSecret = issueSigningSecret(kms, outputs.KeyArn);
      const { partner, apiKey } = await createPartner({ table, issueSecret, nowMs }, about);
      const { partnerId, keyPrefix, scopes, quota } = partner;
      return { value: { partnerId, apiKey, keyPrefix, scopes, quota: quota ?? null } };
    },
  }),
  command({
    noun: 'partner',
    verb: 'list',
    summary: 'List all partners',
    options: z.object({}),
    run: async ({ table }) => ({ value: (await listPartners(table)).map(shown) }),
  }),
  command({
    noun: 'partner',
    verb: 'show',
    summary: 'Show one partner',
    options: byId,
    run: async ({ table }, { partner }) => ({ value: shown(await existingPartner(table, partner)) }),
  }),
  command({
    noun: 'partner',
    verb: 'suspend',
    summary: "Reject the partner's requests with 403 and skip its deliveries from now on",
    options: byId,
    harm: ({ partner }) =>
      `This shuts out partner ${partner}: its requests are rejected and its deliveries are skipped.`,
    run: async ({ table }, { partner }) => ({ value: shown(await setPartnerState(table, partner, 'suspended')) }),
  }),
  command({
    noun: 'partner',
    verb: 'activate',
    summary: 'End the suspension of a partner',
    options: byId,
    run: async ({ table }, { partner }) => ({ value: shown(await setPartnerState(table, partner, 'active')) }),
  }),
  command({
    noun: 'partner',
    verb: 'quota',
    summary: 'Change how many lines a partner may have',
    options: byId.extend({
      quota: z
        .union([z.literal('none').transform(() => undefined), count], 'must be a whole number, or the word none')
        .describe('how many lines; none removes the limit'),
    }),
    run: async ({ table }, { partner, quota }) => ({ value: shown(await setQuota(table, partner, quota)) }),
  }),
];

/** What an operator sees of a partner: everything but the hash of its key. */
const shown = ({ keyHash: _, quota, ...partner }: Partner) => ({ ...partner, quota: quota ?? null });
