import * as z from 'zod';
import { ending, recorded } from '../audit/recorded.ts';
import { command } from '../command.ts';
import { invoke } from '../invoke.ts';

const swept = z.object({ due: z.number(), queued: z.number(), settledDead: z.number() });

export const SWEEP_COMMANDS = [
  command({
    noun: 'sweep',
    summary:
      'Wake all deliveries that are due now; the scheduled sweep wakes only those that have been due for five minutes',
    options: z.object({}),
    changes: async (target) => ({
      value: await recorded(
        target,
        { target: 'all due deliveries' },
        async () => swept.parse(await invoke(target, target.outputs.SweepFunctionName, { dueNow: true })),
        ({ due, queued, settledDead }) =>
          ending(true, `due: ${due}, queued: ${queued}, settled as dead: ${settledDead}`),
      ),
    }),
  }),
];
