import * as z from 'zod';
import { SECRET_HINT } from '../../shared/contract/credential-forms.ts';
import {
  existingSecretInForce,
  findWaitingSecret,
  type WaitingSecret,
} from '../../shared/store/webhooks/secret-item.ts';
import { findWebhook } from '../../shared/store/webhooks/webhooks.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { defineCommand, sharedOptions } from '../command.ts';
import { existingPartner } from '../records/partner-changes.ts';

export const WEBHOOK_COMMANDS = {
  'webhook show': defineCommand({
    summary: `Show the webhook URL, the ${SECRET_HINT} of the signing secret, and whether a new secret waits for the next PUT`,
    options: z.object({ partner: sharedOptions.partner }),
    reads: async ({ table }, { partner }) => {
      const { partnerId } = await existingPartner(table, partner);
      const [webhook, { inForceSince }, waiting] = await Promise.all([
        findWebhook(table, partnerId),
        existingSecretInForce(table, partnerId),
        findWaitingSecret(table, partnerId),
      ]);
      const notice = waiting ? [waitingSecretSentence(waiting)] : [];
      if (!webhook) throw new Problem([`Partner ${partnerId} has no webhook.`, ...notice].join(' '));
      const shown = { partnerId, ...webhook, signingSecretSince: inForceSince ?? null };
      const waitingSecret = waiting ? { hint: waiting.hint, since: waiting.waitingSince } : null;
      return { value: { ...shown, waitingSecret }, readable: [shown, ...notice] };
    },
  }),
};

const waitingSecretSentence = ({ hint, waitingSince }: WaitingSecret) =>
  `A new secret that ends in ${hint} has been waiting since ${waitingSince}. The next PUT /v1/webhooks puts this secret in force.`;
