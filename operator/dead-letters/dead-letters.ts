import {
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  type ListMessageMoveTasksResultEntry,
  SendMessageCommand,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import type { Target } from '../target.ts';
import { wakeUpIn } from './bodies.ts';
import { dropCommand } from './drop.ts';
import { eachPage, type LaidAside, remove } from './messages.ts';
import { urlOf } from './queues.ts';
import type { OnMessages, Redriven } from './redriven.ts';

/** Errors of engines that cannot move messages themselves. SQS never returns these errors. */
const NOT_OFFERED = ['InvalidAction', 'UnknownOperationException'];
const LOOK_EVERY_MS = 1_000;

/**
 * Puts dead letters back into their queues. SQS itself moves those that it can move. This function sends the others one
 * by one. On an engine that cannot move messages, this function sends all of them.
 */
export async function redriveDeadLetters(target: Target, onMessages: OnMessages): Promise<Redriven> {
  const warnings = await comingBack(target);
  const moved = await movedBySqs(target, onMessages);
  if (moved?.Status === 'COMPLETED') {
    const { ApproximateNumberOfMessagesToMove: matched = 0, ApproximateNumberOfMessagesMoved: redriven = 0 } = moved;
    return { matched, redriven, warnings, problems: [] };
  }
  const already = moved?.ApproximateNumberOfMessagesMoved ?? 0;
  const byHand = await redriveByHand(target, (done) => onMessages(already + done));
  return { matched: already + byHand, redriven: already + byHand, warnings, problems: [] };
}

/**
 * Returns one sentence for each message that this version cannot handle. Looks at the queue before the redrive, because
 * SQS moves messages without showing them.
 */
async function comingBack(target: Target): Promise<string[]> {
  const sentences: string[] = [];
  await eachPage(target.sqs, urlOf(target, 'dead-letters'), async (page) => {
    const foreign = page.filter(({ body }) => wakeUpIn(body) === undefined);
    sentences.push(...foreign.map((message) => warning(target, message)));
    return page;
  });
  return sentences;
}

const warning = (target: Target, { messageId }: LaidAside) =>
  `This version cannot read message ${messageId} as a wake-up, so the message will return to the queue with a new id. ` +
  `Then delete it: ${dropCommand(target, 'dead-letters', 'ID')}`;

/**
 * Lets SQS move the messages, and returns how that ended, or undefined if the engine cannot do it. SQS fails on
 * messages that somebody put into the queue directly, because they have no queue to return to.
 */
async function movedBySqs(
  target: Target,
  onMessages: OnMessages,
): Promise<ListMessageMoveTasksResultEntry | undefined> {
  const { sqs, sleepMs } = target;
  const SourceArn = await arnOf(target);
  try {
    await sqs.send(new StartMessageMoveTaskCommand({ SourceArn }));
  } catch (error) {
    if (error instanceof Error && NOT_OFFERED.includes(error.name)) return undefined;
    throw error;
  }
  for (;;) {
    const { Results: [task] = [] } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 1 }));
    if (task?.Status !== 'RUNNING' && task?.Status !== 'CANCELLING') return task;
    onMessages(task.ApproximateNumberOfMessagesMoved ?? 0);
    await sleepMs(LOOK_EVERY_MS);
  }
}

async function arnOf(target: Target): Promise<string> {
  const { Attributes } = await target.sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: urlOf(target, 'dead-letters'), AttributeNames: ['QueueArn'] }),
  );
  return Attributes?.QueueArn ?? '';
}

/**
 * Sends each message again before deleting it from the queue. A crash in between leaves a second wake-up, which does no
 * harm.
 */
async function redriveByHand(target: Target, onMessages: OnMessages): Promise<number> {
  const queueUrl = urlOf(target, 'dead-letters');
  let redriven = 0;
  await eachPage(target.sqs, queueUrl, async (page) => {
    for (const message of page) {
      await sendAgain(target, message);
      await remove(target.sqs, queueUrl, message);
      redriven += 1;
      onMessages(redriven);
    }
    return [];
  });
  return redriven;
}

/** Sends the wake-up to the main lane. From there, it moves to the lane of its partner, as always. */
async function sendAgain({ sqs, outputs }: Target, { body, group }: LaidAside) {
  const MessageGroupId = group ?? wakeUpIn(body)?.partnerId;
  await sqs.send(new SendMessageCommand({ QueueUrl: outputs.DeliveryQueueUrl, MessageBody: body, MessageGroupId }));
}
