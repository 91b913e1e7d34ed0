import * as z from 'zod';
import { command, given } from '../command.ts';
import { revokeKey, rotateKey } from '../records/partner-changes.ts';

const byPartner = z.object({ partner: given.partner });

export const KEY_COMMANDS = [
  command({
    noun: 'key',
    verb: 'rotate',
    summary: 'Give the partner a new key, shown this once; the old one ends at once',
    options: byPartner,
    harm: ({ partner }) =>
      `This ends the API key of partner ${partner}, whose requests are rejected until it uses a new one.`,
    run: async ({ table }, options) => {
      const { partner, apiKey } = await rotateKey(table, options.partner);
      const { partnerId, keyPrefix, keyState } = partner;
      return { value: { partnerId, apiKey, keyPrefix, keyState } };
    },
  }),
  command({
    noun: 'key',
    verb: 'revoke',
    summary: 'End the key without giving another',
    options: byPartner,
    harm: ({ partner }) =>
      `This ends the API key of partner ${partner} without a new one: all its requests are rejected.`,
    run: async ({ table }, options) => {
      const { partnerId, keyPrefix, keyState } = await revokeKey(table, options.partner);
      return { value: { partnerId, keyPrefix, keyState } };
    },
  }),
];
