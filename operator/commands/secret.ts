import * as z from 'zod';
import { issueSigningSecret } from '../../shared/secrets/signing-secrets.ts';
import { rotateSecret } from '../../shared/store/webhooks/secret-rotation.ts';
import { command, given } from '../command.ts';
import { existingPartner } from '../records/partner-changes.ts';

/** What the operator sends to the partner: nobody but the partner can make the switch. */
const TEXT_FOR_PARTNER = `A new signing secret is ready for your webhook. Nothing changes before you fetch it:

1. Make sure that your receiver answers 503, not 401, to a signature that it cannot verify: after a 503 we send the
   event again, after a 401 we do not.
2. Send PUT /v1/webhooks with your URL. Any valid PUT of the webhook makes the switch: its response shows the new
   secret, and deliveries are signed with it from that moment on. If you get no response, send the PUT again: it
   returns the same secret.
3. Give your receiver the new secret at once, beside the old one, and accept signatures of both.
4. Remove the old secret after ten minutes. If it has leaked, do not keep it: replace it in step 3.`;

export const SECRET_COMMANDS = [
  command({
    noun: 'secret',
    verb: 'rotate',
    summary: "Store a new signing secret, which the partner's next PUT /v1/webhooks returns and puts in force",
    options: z.object({ partner: given.partner }),
    harm: ({ partner }) =>
      `This replaces any waiting signing secret of partner ${partner} with a new one, which its next PUT puts in force.`,
    run: async ({ table, kms, outputs, nowMs }, { partner }) => {
      const { partnerId } = await existingPartner(table, partner);
      const secret = await issueSigningSecret(kms, outputs.KeyArn)(partnerId);
      const { hint, waitingSince } = await rotateSecret(table, partnerId, secret, nowMs());
      const rotated = { partnerId, signingSecretHint: hint, waitingSince };
      return {
        value: { ...rotated, textForPartner: TEXT_FOR_PARTNER },
        readable: [rotated, 'Send this to the partner:', TEXT_FOR_PARTNER],
      };
    },
  }),
];
