import * as z from 'zod';
import { SWEEP_PERIOD } from '../../shared/domain/deliveries/sweep-period.ts';
import { endingOfChange, withAuditEntry } from '../audit/with-audit-entry.ts';
import { defineCommand } from '../command.ts';
import { sweepResult } from '../console/protocol/command-values.ts';
import { invoke } from '../invoke.ts';

export const SWEEP_COMMANDS = {
  sweep: defineCommand({
    summary: `Wake all deliveries that are due now; the scheduled sweep wakes only those that have been due for ${SWEEP_PERIOD}`,
    options: z.object({}),
    changes: async (target) => ({
      value: await withAuditEntry(
        target,
        { target: 'all due deliveries' },
        async () => sweepResult.parse(await invoke(target, target.outputs.SweepFunctionName, { dueNow: true })),
        ({ due, queued, settledDead }) =>
          endingOfChange(true, `deliveries due: ${due}, woken: ${queued}, settled as dead: ${settledDead}`),
      ),
    }),
  }),
};
