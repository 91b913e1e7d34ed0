import * as z from 'zod';
import { endingOfChange, withAuditEntry } from '../audit/with-audit-entry.ts';
import { defineCommand } from '../command.ts';
import { verify } from '../verify/verify.ts';
import { TABLE_PACE } from '../whole-table/pages.ts';

export const VERIFY_COMMANDS = {
  verify: defineCommand({
    summary: `Check that the items of the whole table agree with each other. Reads at most ${TABLE_PACE}`,
    options: z.object({}),
    // The check changes nothing, but its entry in the audit trail says when the table was last checked.
    changes: async (target) => {
      const { items, checked, broken } = await withAuditEntry(
        target,
        { target: 'the whole table' },
        () => verify(target),
        (found) =>
          endingOfChange(found.broken.count() === 0, `${found.items} items checked, broken: ${found.broken.count()}`),
      );
      const { entries } = broken;
      const count = broken.count();
      const readable = [
        `Items checked: ${items}`,
        Object.entries(checked).map(([invariant, times]) => ({ invariant, checked: times })),
        ...(count === 0 ? ['No invariant is broken.'] : ['Broken:', entries]),
      ];
      const problems =
        count === 0
          ? []
          : [`Broken: ${count}. See "Data is damaged" in docs/runbook.md.${unlistedSentence(count - entries.length)}`];
      return { value: { items, checked, broken: entries }, readable, problems };
    },
  }),
};

const unlistedSentence = (count: number) => (count === 0 ? '' : ` ${count} of them are not listed.`);
