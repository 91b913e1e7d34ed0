import * as z from 'zod';
import { Refusal } from '../../shared/domain/refusal.ts';
import { existingPartner } from '../../shared/store/partner-changes.ts';
import { findWebhook } from '../../shared/store/webhooks.ts';
import { command, given } from './command.ts';

export const WEBHOOK_COMMANDS = [
  command({
    noun: 'webhook',
    verb: 'show',
    summary: 'Where the partner is called, and the last four characters of the secret',
    options: z.object({ partner: given.partner }),
    run: async ({ table }, { partner }) => {
      const { partnerId } = await existingPartner(table, partner);
      const webhook = await findWebhook(table, partnerId);
      if (!webhook) throw new Refusal(`Partner ${partnerId} has no webhook.`);
      return { value: { partnerId, ...webhook } };
    },
  }),
];
