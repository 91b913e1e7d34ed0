import * as z from 'zod';
import { issueSigningSecret } from '../../shared/secrets/signing-secrets.ts';
import { existingPartner } from '../../shared/store/partner-changes.ts';
import { rotateSecret } from '../../shared/store/secret-rotation.ts';
import { command, given } from './command.ts';

export const SECRET_COMMANDS = [
  command({
    noun: 'secret',
    verb: 'rotate',
    summary: 'Sign with another secret from now on; the partner is handed it by its next PUT /v1/webhooks',
    options: z.object({ partner: given.partner }),
    run: async ({ table, kms, outputs }, { partner }) => {
      const { partnerId } = await existingPartner(table, partner);
      const secret = await issueSigningSecret(kms, outputs.KeyArn)(partnerId);
      await rotateSecret(table, partnerId, secret);
      return { value: { partnerId, signingSecretHint: secret.hint } };
    },
  }),
];
