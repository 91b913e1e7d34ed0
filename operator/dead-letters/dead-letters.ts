import {
  GetQueueAttributesCommand,
  ListMessageMoveTasksCommand,
  type ListMessageMoveTasksResultEntry,
  SendMessageCommand,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import type { FailureQueue } from '../console/protocol/queues.ts';
import { isUnsupportedOperation } from '../errors.ts';
import { messageCounts } from '../queues/list.ts';
import { urlOf } from '../queues/queues.ts';
import type { Target } from '../target.ts';
import { dropCommand } from './drop.ts';
import { wakeUpIn } from './message-bodies.ts';
import { deleteMessage, forEachPageOfMessages, type ReceivedMessage } from './messages.ts';

const LOOK_EVERY_MS = 1_000;

/** Called with the number of messages that a redrive has handled so far. */
export type OnProgress = (done: number) => void;

export interface RedriveResult {
  readonly matched: number;
  readonly redriven: number;
  /** One sentence for each message that was redriven but will fail again. */
  readonly warnings: readonly string[];
  /** One sentence for each message that could not be redriven. */
  readonly problems: readonly string[];
}

/** The queues between which a redrive moves messages. */
interface Route {
  readonly from: FailureQueue;
  /** The URL of the queue to which the redrive moves messages, unless SQS itself can return them to their source. */
  readonly toUrl: string;
  /** Whether SQS itself normally moves the messages into this queue. SQS can return such messages to their source. */
  readonly isKnownToSqs: boolean;
  readonly groupOf: (body: string) => string | undefined;
  /** The most messages to send one by one. Without a maximum, a call that is always refused would be sent for ever. */
  readonly atMost: number;
}

/** Wake-ups that are sent one by one go to the main lane, and from there to the lanes of their partners. */
export async function redriveDeadLetters(target: Target, onMessages: OnProgress): Promise<RedriveResult> {
  const warnings = await warningsAboutUnreadableMessages(target);
  const route: Route = {
    from: 'dead-letters',
    toUrl: target.outputs.DeliveryQueueUrl,
    isKnownToSqs: true,
    groupOf: (body) => wakeUpIn(body)?.partnerId,
    atMost: Number.POSITIVE_INFINITY,
  };
  return redriveQueue(target, route, warnings, onMessages);
}

/** The request names the intake queue, because SQS does not know the source of refused calls. */
export async function redriveQueuedCalls(target: Target, onMessages: OnProgress): Promise<RedriveResult> {
  const toUrl = urlOf(target, 'intake');
  const { waiting: atMost } = await messageCounts(target, urlOf(target, 'intake-dead-letters'));
  const route: Route = { from: 'intake-dead-letters', toUrl, isKnownToSqs: false, groupOf: () => undefined, atMost };
  return redriveQueue(target, route, [], onMessages);
}

/** Redrives the messages of a queue. SQS moves the messages that it can, and this tool sends the others one by one. */
async function redriveQueue(
  target: Target,
  route: Route,
  warnings: readonly string[],
  onMessages: OnProgress,
): Promise<RedriveResult> {
  const moved = await moveWithSqs(target, route, onMessages);
  if (moved?.Status === 'COMPLETED') {
    const { ApproximateNumberOfMessagesToMove: matched = 0, ApproximateNumberOfMessagesMoved: redriven = 0 } = moved;
    return { matched, redriven, warnings, problems: [] };
  }
  const already = moved?.ApproximateNumberOfMessagesMoved ?? 0;
  const byHand = await redriveOneByOne(target, route, (done) => onMessages(already + done));
  return { matched: already + byHand, redriven: already + byHand, warnings, problems: [] };
}

/**
 * Returns a warning about each message that this version cannot read. Reads the queue before the redrive, because SQS
 * does not show the messages that it moves.
 */
async function warningsAboutUnreadableMessages(target: Target): Promise<string[]> {
  const sentences: string[] = [];
  await forEachPageOfMessages(target.sqs, urlOf(target, 'dead-letters'), async (page) => {
    const foreign = page.filter(({ body }) => wakeUpIn(body) === undefined);
    sentences.push(...foreign.map((message) => warning(target, message)));
    return page;
  });
  return sentences;
}

const warning = (target: Target, { messageId }: ReceivedMessage) =>
  `This version cannot read message ${messageId} as a wake-up, so the message will return to the queue dead-letters with a new id. ` +
  `Then delete the returned message: ${dropCommand(target, 'dead-letters', 'ID')}`;

/**
 * Lets SQS move the messages, and returns the task of SQS when the move has ended. Returns undefined if a local SQS
 * engine cannot move messages. If the request names no destination, SQS cannot move messages that somebody sent
 * directly to the queue of dead letters. The returned task is then not `COMPLETED`.
 */
async function moveWithSqs(
  target: Target,
  { from, toUrl, isKnownToSqs }: Route,
  onMessages: OnProgress,
): Promise<ListMessageMoveTasksResultEntry | undefined> {
  const { sqs, sleepMs } = target;
  const SourceArn = await fetchQueueArn(target, urlOf(target, from));
  const DestinationArn = isKnownToSqs ? undefined : await fetchQueueArn(target, toUrl);
  try {
    await sqs.send(new StartMessageMoveTaskCommand({ SourceArn, DestinationArn }));
  } catch (error) {
    if (isUnsupportedOperation(error)) return undefined;
    throw error;
  }
  for (;;) {
    const { Results: [task] = [] } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 1 }));
    if (task?.Status !== 'RUNNING' && task?.Status !== 'CANCELLING') return task;
    onMessages(task.ApproximateNumberOfMessagesMoved ?? 0);
    await sleepMs(LOOK_EVERY_MS);
  }
}

async function fetchQueueArn({ sqs }: Target, QueueUrl: string): Promise<string> {
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }));
  return Attributes?.QueueArn ?? '';
}

/**
 * Sends each message again, and then deletes it from its queue. A crash between these two steps leaves a duplicate,
 * which does no harm.
 */
async function redriveOneByOne(
  target: Target,
  { from, toUrl, groupOf, atMost }: Route,
  onMessages: OnProgress,
): Promise<number> {
  const { sqs } = target;
  const queueUrl = urlOf(target, from);
  let redriven = 0;
  await forEachPageOfMessages(sqs, queueUrl, async (page) => {
    const taken = page.slice(0, Math.max(0, atMost - redriven));
    for (const message of taken) {
      const { body, group = groupOf(body) } = message;
      await sqs.send(new SendMessageCommand({ QueueUrl: toUrl, MessageBody: body, MessageGroupId: group }));
      await deleteMessage(sqs, queueUrl, message);
      redriven += 1;
      onMessages(redriven);
    }
    return page.slice(taken.length);
  });
  return redriven;
}
