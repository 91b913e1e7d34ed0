import * as z from 'zod';
import { issueSigningSecret } from '../../shared/secrets/signing-secrets.ts';
import { existingPartner } from '../../shared/store/partner-changes.ts';
import { rotateSecret } from '../../shared/store/secret-rotation.ts';
import { command, given } from './command.ts';

/** What the operator sends to the partner: nobody but the partner can make the switch. */
const TEXT_FOR_PARTNER = `A new signing secret is ready for your webhook. Nothing changes until you fetch it:

1. Send PUT /v1/webhooks with your URL. Any valid PUT of the webhook makes the switch: its response shows the new
   secret, and deliveries are signed with it from that moment. If no response reaches you, send the PUT again; it
   returns the same secret.
2. Give the new secret to your receiver at once, beside the old one, and accept signatures of both. Until then answer
   503, not 401, to a signature that you cannot verify: after a 503 we send the event again, after a 401 we do not.
3. Remove the old secret five minutes after the PUT. If the old secret has leaked, do all of this today: your receiver
   trusts it until you remove it.`;

export const SECRET_COMMANDS = [
  command({
    noun: 'secret',
    verb: 'rotate',
    summary: "Store a new signing secret, which the partner's next PUT /v1/webhooks returns and puts in force",
    options: z.object({ partner: given.partner }),
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
