import * as z from 'zod';
import { findLine } from '../../shared/store/lines/lines.ts';
import { findPartner } from '../../shared/store/partners/partners.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { command } from '../command.ts';
import { findDelivery } from '../records/delivery-queries.ts';
import type { Target } from '../target.ts';

/** As long as the longest call id. The other ids are shorter. */
const MAX_ID_LENGTH = 128;

/** How to look for each kind of thing. */
const LOOK_UPS = {
  partner: findPartner,
  line: findLine,
  call: findDelivery,
} as const satisfies Record<string, (table: Target['table'], id: string) => Promise<unknown>>;

type Kind = keyof typeof LOOK_UPS;

export const FIND_COMMANDS = [
  command({
    noun: 'find',
    summary: 'Tell whether an id is that of a partner, a line or a call',
    options: z.object({ id: z.string().min(1).max(MAX_ID_LENGTH).describe('whole id of a partner, line or call') }),
    reads: async ({ table }, { id }) => {
      const kinds = likelyKinds(id);
      const found = await Promise.all(kinds.map((kind) => LOOK_UPS[kind](table, id)));
      const kind = kinds.find((_, index) => found[index] !== undefined);
      if (kind === undefined) throw new Problem(`Nothing has the id ${id}. Search for a whole id.`);
      return { value: { kind, id } };
    },
  }),
];

/** The voice platform chooses the ids of calls, so any text may be one. */
function likelyKinds(id: string): readonly Kind[] {
  if (id.startsWith('pt_')) return ['partner', 'call'];
  return id.startsWith('tn_') ? ['line', 'call'] : ['call'];
}
