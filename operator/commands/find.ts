import * as z from 'zod';
import { findLine } from '../../shared/store/lines/lines.ts';
import { findPartner } from '../../shared/store/partners/partners.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { command } from '../command.ts';
import type { Found } from '../console/protocol/values.ts';
import { findDelivery } from '../records/delivery-queries.ts';
import type { Target } from '../target.ts';

/** As long as the longest call id. The other ids are shorter. */
const MAX_ID_LENGTH = 128;

/** How to look for each kind of thing. */
const LOOK_UPS = {
  partner: findPartner,
  line: findLine,
  call: findDelivery,
} satisfies Record<Found['kind'], (table: Target['table'], id: string) => Promise<unknown>>;

export const FIND_COMMANDS = {
  find: command({
    summary: 'Tell whether an id is that of a partner, a line or a call',
    options: z.object({ id: z.string().min(1).max(MAX_ID_LENGTH).describe('whole id of a partner, line or call') }),
    reads: async ({ table }, { id }) => {
      const likely = likelyThings(id);
      const found = await Promise.all(likely.map((thing) => LOOK_UPS[thing.kind](table, thing.id)));
      const value = likely.find((_, index) => found[index] !== undefined);
      if (value === undefined) throw new Problem(`Nothing has the id ${id}. Search for a whole id.`);
      return { value };
    },
  }),
};

const KIND_OF_PREFIX: Readonly<Record<string, Found['kind']>> = { pt_: 'partner', tn_: 'line' };
const PREFIX_LENGTH = 3;

/**
 * The voice platform chooses the ids of calls, so any text may be one, in its own case. The ids of partners and lines
 * are ULIDs in upper case after their prefix, and an email may have changed their case.
 */
function likelyThings(id: string): readonly Found[] {
  const call: Found = { kind: 'call', id };
  const prefix = id.slice(0, PREFIX_LENGTH).toLowerCase();
  const kind = KIND_OF_PREFIX[prefix];
  return kind === undefined ? [call] : [{ kind, id: prefix + id.slice(PREFIX_LENGTH).toUpperCase() }, call];
}
