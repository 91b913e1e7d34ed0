import * as z from 'zod';
import { entryEnding, withAuditEntry } from '../audit/with-audit-entry.ts';
import { defineCommand } from '../command.ts';
import { verify } from '../verify/verify.ts';

export const VERIFY_COMMANDS = {
  verify: defineCommand({
    summary: 'Check that the items of the whole table agree with each other, at most 2,000 items a second',
    options: z.object({}),
    // The check changes nothing, but its entry in the audit trail says when the table was last checked.
    changes: async (target) => {
      const { brokenCount, ...value } = await withAuditEntry(
        target,
        { target: WHOLE_TABLE },
        () => verify(target),
        ({ items, brokenCount }) => entryEnding(brokenCount === 0, `${items} items checked, broken: ${brokenCount}`),
      );
      const { items, checked, broken } = value;
      const readable = [
        `Items checked: ${items}`,
        Object.entries(checked).map(([invariant, count]) => ({ invariant, checked: count })),
        ...(broken.length === 0 ? ['No invariant is broken.'] : ['Broken:', broken]),
      ];
      const problems =
        brokenCount === 0
          ? []
          : [
              `Broken: ${brokenCount}. See "Data is damaged" in docs/runbook.md.${unnamed(brokenCount - broken.length)}`,
            ];
      return { value, readable, problems };
    },
  }),
};

const WHOLE_TABLE = 'the whole table';

const unnamed = (count: number) => (count === 0 ? '' : ` ${count} of them are not listed.`);
