import * as z from 'zod';
import { command } from './command.ts';
import { invoke } from './invoke.ts';

const swept = z.object({ due: z.number(), queued: z.number(), settledDead: z.number() });

export const SWEEP_COMMANDS = [
  command({
    noun: 'sweep',
    summary: 'Queue again now what is due and was forgotten, as the schedule does every five minutes',
    options: z.object({}),
    run: async (target) => ({ value: swept.parse(await invoke(target, target.outputs.SweepFunctionName, {})) }),
  }),
];
