import * as z from 'zod';
import { OLD_SECRET_ACCEPTED_FOR } from '../../shared/domain/webhooks/secret-rotation.ts';
import { defineCommand, sharedOptions } from '../command.ts';
import { addWaitingSecret } from '../records/secret-changes.ts';

/** The text that the operator sends to the partner. Only the partner can put the new secret in force. */
const TEXT_FOR_PARTNER = `A new signing secret is ready for your webhook. Nothing changes until you fetch it:

1. Make sure that your receiver returns 503, not 401, when it cannot verify a signature. We retry after a 503, but
   not after a 401.
2. Send PUT /v1/webhooks with your URL. Any valid PUT of the webhook switches the secret: its response has the new
   secret, and from that moment we sign deliveries with the new secret. If you get no response, send the PUT again.
   The second PUT returns the same secret.
3. Add the new secret to your receiver at once, beside the old one, and accept signatures made with either secret.
4. Remove the old secret after ${OLD_SECRET_ACCEPTED_FOR}. If the old secret has leaked, remove it in step 3 instead of
   keeping both.`;

export const SECRET_COMMANDS = {
  'secret rotate': defineCommand({
    summary: "Store a new signing secret; the partner's next PUT /v1/webhooks returns this secret and puts it in force",
    options: z.object({ partner: sharedOptions.partner }),
    harm: ({ partner }) =>
      `This stores a new signing secret for partner ${partner} and replaces any secret that is already waiting. The partner's next PUT /v1/webhooks puts the new secret in force.`,
    changes: async (target, { partner: partnerId }) => {
      const { hint, waitingSince } = await addWaitingSecret(target, partnerId);
      const rotated = { partnerId, signingSecretHint: hint, waitingSince };
      return {
        value: { ...rotated, textForPartner: TEXT_FOR_PARTNER },
        readable: [rotated, 'Send this text to the partner:', TEXT_FOR_PARTNER],
      };
    },
  }),
};
