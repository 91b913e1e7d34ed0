import * as z from 'zod';
import { defineCommand, sharedOptions } from '../command.ts';
import { revokeKey, rotateKey } from '../records/partner-changes.ts';

const byPartner = z.object({ partner: sharedOptions.partner });

export const KEY_COMMANDS = {
  'key rotate': defineCommand({
    summary: 'Issue a new API key for a partner and print it once; the old key stops working immediately',
    options: byPartner,
    harm: ({ partner }) =>
      `This ends the API key of partner ${partner} immediately: the partner's requests are rejected until it uses the new key.`,
    changes: async (target, options) => {
      const { partner, apiKey } = await rotateKey(target, options.partner);
      const { partnerId, keyPrefix, keyState } = partner;
      return { value: { partnerId, apiKey, keyPrefix, keyState } };
    },
  }),
  'key revoke': defineCommand({
    summary: 'Revoke the API key of a partner, and issue no new key',
    options: byPartner,
    harm: ({ partner }) =>
      `This ends the API key of partner ${partner} immediately and issues no new key: all requests of the partner are rejected.`,
    changes: async (target, options) => {
      const { partnerId, keyPrefix, keyState } = await revokeKey(target, options.partner);
      return { value: { partnerId, keyPrefix, keyState } };
    },
  }),
};
