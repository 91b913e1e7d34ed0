import * as z from 'zod';
import { callsDaysText, parseCallsDays } from '../../shared/domain/calls/expiry.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { endingOfChange, withAuditEntry } from '../audit/with-audit-entry.ts';
import { applyRetention, CALLS_SHORTENED_PER_SECOND } from '../calls/retention.ts';
import { defineCommand } from '../command.ts';
import type { UnreadableDelivery } from '../records/deliveries-in-range.ts';
import type { Target } from '../target.ts';

export const RETENTION_COMMANDS = {
  'retention apply': defineCommand({
    summary: `Shorten the expiry of stored calls to the stage's callsDays, at most ${CALLS_SHORTENED_PER_SECOND} calls a second`,
    options: z.object({
      dryRun: z.boolean().default(false).describe('only count the calls; change nothing'),
    }),
    harm: ({ dryRun }) =>
      dryRun ? undefined : 'This deletes all calls that are older than the callsDays of the stage, for good.',
    changes: async (target, { dryRun }) => {
      const callsDays = callsDaysOf(target);
      const problems: string[] = [];
      const onUnreadable = ({ message }: UnreadableDelivery) => problems.push(message);
      const apply = () => applyRetention(target, { callsDays, isDryRun: dryRun, onUnreadable });
      const counts = dryRun
        ? await apply()
        : await withAuditEntry(target, { target: 'calls of all partners' }, apply, ({ found, changed }) =>
            endingOfChange(
              problems.length === 0,
              `expiry changed for ${changed} of ${found} calls, to ${callsDays} days`,
            ),
          );
      const { found, expired, changed } = counts;
      const readable = [
        dryRun
          ? `Calls whose expiry would change: ${found}. Of these, ${expired} are older than ${callsDays} days and would disappear at once. Nothing was changed.`
          : `Calls whose expiry has changed: ${changed} of ${found}. Of these, ${expired} are older than ${callsDays} days and have disappeared.`,
      ];
      return { value: { callsDays, ...counts }, readable, problems };
    },
  }),
};

function callsDaysOf({ outputs, stackName }: Pick<Target, 'outputs' | 'stackName'>): number {
  const callsDays = parseCallsDays(outputs.CallsDays ?? callsDaysText(undefined));
  if (callsDays !== undefined) return callsDays;
  throw new Problem(
    `${stackName} keeps calls for ever. To change that, set callsDays in lib/stages.ts and deploy; ` +
      'locally, start the service with --calls-days.',
  );
}
