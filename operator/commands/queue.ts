import * as z from 'zod';
import { defineCommand } from '../command.ts';
import { COUNTED_MINUTES } from '../console/protocol/overview-reads.ts';
import { listQueues, oldestWakeUpAges } from '../queues/list.ts';

export const QUEUE_COMMANDS = {
  'queue list': defineCommand({
    summary: 'Show how many messages each queue has, and how long the oldest has waited',
    options: z.object({}),
    reads: async (target) => ({ value: await listQueues(target) }),
  }),
  'queue ages': defineCommand({
    summary: `Show the age in seconds of the oldest wake-up in each lane, for each minute of ${COUNTED_MINUTES.words}`,
    options: z.object({}),
    reads: async (target) => ({ value: await oldestWakeUpAges(target) }),
  }),
};
