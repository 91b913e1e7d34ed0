import type { DeadLetter } from '../console/protocol/command-values.ts';
import type { FailureQueue } from '../console/protocol/queues.ts';
import { urlOf } from '../queues/queues.ts';
import { operatorCommand, type Target } from '../target.ts';
import { describeMessage } from './list.ts';
import { deleteMessage, forEachPageOfMessages } from './messages.ts';

/** Deletes one message for good and returns its description. Returns undefined if the queue has no such message now. */
export async function dropMessage(
  target: Target,
  queue: FailureQueue,
  messageId: string,
): Promise<DeadLetter | undefined> {
  const queueUrl = urlOf(target, queue);
  let dropped: DeadLetter | undefined;
  await forEachPageOfMessages(target.sqs, queueUrl, async (page) => {
    const wanted = page.find((message) => message.messageId === messageId);
    if (!wanted) return page;
    const described = await describeMessage(target, queue, wanted);
    await deleteMessage(target.sqs, queueUrl, wanted);
    dropped = described;
    return page.filter((message) => message !== wanted);
  });
  return dropped;
}

export const dropCommand = (target: Target, queue: FailureQueue, messageId: string) =>
  operatorCommand(target, `dlq drop --queue ${queue} --message ${messageId}`);
