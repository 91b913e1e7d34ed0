import * as z from 'zod';
import { Problem } from '../../tooling/command-line/problem.ts';
import { command } from '../command.ts';
import { redriveDeadLetters } from '../dead-letters/dead-letters.ts';
import { dropMessage } from '../dead-letters/drop.ts';
import { listMessages } from '../dead-letters/list.ts';
import { QUEUE_NAMES } from '../dead-letters/queues.ts';
import { redriveRelayFailures } from '../dead-letters/relay-failures.ts';

const options = z.object({
  queue: z
    .enum(QUEUE_NAMES)
    .optional()
    .describe(`${QUEUE_NAMES.join(', ')}; default: both`),
});

/** The named queue, or both. */
const chosen = ({ queue }: z.output<typeof options>) => (queue === undefined ? QUEUE_NAMES : [queue]);

const REDRIVE = { 'dead-letters': redriveDeadLetters, 'relay-failures': redriveRelayFailures };

export const DLQ_COMMANDS = [
  command({
    noun: 'dlq',
    verb: 'list',
    summary: 'List failed messages: wake-ups and stream records that our functions could not handle',
    options,
    run: async (target, given) => {
      const perQueue = await Promise.all(chosen(given).map((queue) => listMessages(target, queue)));
      return { value: perQueue.flat() };
    },
  }),
  command({
    noun: 'dlq',
    verb: 'redrive',
    summary: 'Process failed messages again, once the fault is fixed',
    options,
    run: async (target, given) => {
      const done = await Promise.all(chosen(given).map((queue) => REDRIVE[queue](target)));
      const sum = (pick: 'matched' | 'redriven') => done.reduce((total, one) => total + one[pick], 0);
      const value = { matched: sum('matched'), redriven: sum('redriven') };
      return {
        value,
        warnings: done.flatMap(({ warnings }) => warnings),
        problems: done.flatMap(({ problems }) => problems),
      };
    },
  }),
  command({
    noun: 'dlq',
    verb: 'drop',
    summary: 'Delete one failed message for good; its delivery does not change',
    options: z.object({
      queue: z.enum(QUEUE_NAMES).describe(QUEUE_NAMES.join(', ')),
      message: z.string().min(1).describe('message id, from dlq list'),
    }),
    harm: ({ queue, message }) => `This deletes message ${message} from the queue ${queue} for good.`,
    run: async (target, { queue, message }) => {
      const dropped = await dropMessage(target, queue, message);
      if (dropped) return { value: [{ ...dropped, dropped: true }] };
      throw new Problem(
        `The queue ${queue} has no message ${message}, or another process is reading that message at the moment.`,
      );
    },
  }),
];
