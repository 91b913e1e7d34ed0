import * as z from 'zod';
import { Problem } from '../../tooling/command-line/problem.ts';
import { endingOfChange, withAuditEntry } from '../audit/with-audit-entry.ts';
import { type ChangingTarget, defineCommand } from '../command.ts';
import type { DeadLetter } from '../console/protocol/command-values.ts';
import { FAILURE_QUEUES, type FailureQueue, isOfKind } from '../console/protocol/queues.ts';
import { redriveDeadLetters, redriveQueuedCalls } from '../dead-letters/dead-letters.ts';
import { dropMessage } from '../dead-letters/drop.ts';
import { listMessages } from '../dead-letters/list.ts';
import { redriveRelayFailures } from '../dead-letters/relay-failures.ts';
import { messageCounts } from '../queues/list.ts';
import { existingQueues, urlOf } from '../queues/queues.ts';
import type { Target } from '../target.ts';

const options = z.object({
  queue: z
    .enum(FAILURE_QUEUES)
    .optional()
    .describe(`${FAILURE_QUEUES.join(', ')}; default: all`),
});

const chosenQueues = (target: Target, { queue }: z.output<typeof options>) =>
  queue === undefined ? existingQueues(target, FAILURE_QUEUES) : [queue];

const REDRIVE = {
  'dead-letters': redriveDeadLetters,
  'relay-failures': redriveRelayFailures,
  'intake-dead-letters': redriveQueuedCalls,
};

export const DLQ_COMMANDS = {
  'dlq list': defineCommand({
    summary:
      'List failed messages: wake-ups and stream records that our functions could not handle, and calls that were not recorded',
    options,
    reads: async (target, given) => {
      const perQueue = await Promise.all(chosenQueues(target, given).map((queue) => listMessages(target, queue)));
      return { value: perQueue.flat() };
    },
  }),
  'dlq redrive': defineCommand({
    summary: 'Process failed messages again; first fix the fault that made them fail',
    options,
    changes: async (target, given) => {
      const queues = chosenQueues(target, given);
      return withAuditEntry(
        target,
        { target: queues.map((queue) => `queue ${queue}`).join(', ') },
        () => redriveQueues(target, queues),
        ({ value: { matched, redriven }, problems }) =>
          endingOfChange(problems.length === 0, `${redriven} of ${matched} messages redriven`),
      );
    },
  }),
  'dlq drop': defineCommand({
    summary: 'Delete one failed message for good; no delivery changes',
    options: z.object({
      queue: z.enum(FAILURE_QUEUES).describe(FAILURE_QUEUES.join(', ')),
      message: z.string().min(1).describe('message id, as dlq list prints it'),
    }),
    harm: ({ queue, message }) =>
      `This deletes message ${message} from the queue ${queue} for good.${isOfKind(queue, 'failed calls') ? ' It may be the only copy of a finished call.' : ''}`,
    changes: async (target, { queue, message }) => {
      const dropped = await withAuditEntry(
        target,
        { target: `message ${message} in the queue ${queue}` },
        () => dropMessageOrThrow(target, queue, message),
        ({ partnerId }) => ({ ...endingOfChange(true, 'dropped'), partnerId: partnerId ?? undefined }),
      );
      return { value: [{ ...dropped, dropped: true }] };
    },
  }),
};

async function redriveQueues(target: ChangingTarget, queues: readonly FailureQueue[]) {
  const onMessages = await progressReporter(target, queues);
  const done = await Promise.all(queues.map((queue) => REDRIVE[queue](target, (count) => onMessages(queue, count))));
  const sum = (pick: 'matched' | 'redriven') => done.reduce((total, one) => total + one[pick], 0);
  return {
    value: { matched: sum('matched'), redriven: sum('redriven') },
    warnings: done.flatMap(({ warnings }) => warnings),
    problems: done.flatMap(({ problems }) => problems),
  };
}

/** Returns a function that reports progress. The total is SQS's estimate before the redrive. */
async function progressReporter(
  target: ChangingTarget,
  queues: readonly FailureQueue[],
): Promise<(queue: FailureQueue, count: number) => void> {
  const { watch } = target;
  if (watch === undefined) return () => undefined;
  const counts = await Promise.all(queues.map((queue) => messageCounts(target, urlOf(target, queue))));
  const total = counts.reduce((sum, { waiting }) => sum + waiting, 0);
  const done = new Map<FailureQueue, number>();
  return (queue, count) => {
    done.set(queue, count);
    const all = [...done.values()].reduce((sum, one) => sum + one, 0);
    watch.onProgress(Math.min(all, total), total);
  };
}

async function dropMessageOrThrow(target: Target, queue: FailureQueue, messageId: string): Promise<DeadLetter> {
  const dropped = await dropMessage(target, queue, messageId);
  if (dropped) return dropped;
  throw new Problem(
    `The queue ${queue} has no message ${messageId}, or another process is reading that message at the moment.`,
  );
}
