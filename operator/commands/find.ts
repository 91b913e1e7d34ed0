import * as z from 'zod';
import { PRICES } from '../../tooling/capacity/prices.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { defineCommand } from '../command.ts';
import { search } from '../find/find.ts';
import type { Names } from '../find/names.ts';
import { isoTime } from '../iso-time.ts';

/** The maximum length of a search text. Names and ids are not longer. */
const MAX_LENGTH = 200;

export const FIND_COMMANDS = {
  find: defineCommand({
    summary: 'Find partners, lines and calls by id, partners and lines by name, and lines by external id or number',
    options: z.object({
      text: z
        .string()
        .trim()
        .min(1)
        .max(MAX_LENGTH)
        .describe('whole id of a partner, line or call; whole phone number (E.164); or part of a name or external id'),
    }),
    reads: async ({ table, nowMs, choice }, { text }) => {
      const { found, matched, names } = await search(table, text, nowMs());
      if (matched === 0) throw new Problem(`Nothing was found for ${text}.`);
      const isCut = matched > found.length;
      return {
        value: found,
        warnings: [
          ...(isCut ? [`${matched} results. Only the first ${found.length} are listed. Enter more of the name.`] : []),
          ...(names && choice.stack !== undefined ? [costSentence(names)] : []),
        ],
        problems: names && names.unreadable > 0 ? [`Unreadable items: ${names.unreadable}. Run verify.`] : [],
      };
    },
  }),
};

function costSentence({ partners, readUnits, readAtMs }: Names): string {
  const { usd, per } = PRICES.readUnit;
  const price = ((readUnits * usd) / per).toFixed(4);
  return `The names are as of ${isoTime(readAtMs)}. Reading the names of ${partners} partners cost ${readUnits} read units, $${price}.`;
}
