import * as z from 'zod';
import { command } from '../command.ts';
import { listQueues } from '../queues/list.ts';

export const QUEUE_COMMANDS = [
  command({
    noun: 'queue',
    verb: 'list',
    summary: 'Show how many wake-ups wait in each lane, how long the oldest waits, and how many messages failed',
    options: z.object({}),
    reads: async (target) => ({ value: await listQueues(target) }),
  }),
];
