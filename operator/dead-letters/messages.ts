import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { LONG_POLL_SECONDS } from '../../shared/delivery/wake-ups/inbox.ts';
import { MESSAGES_PER_REQUEST } from '../../shared/domain/batch-sizes.ts';
import { chunksOf } from '../../shared/domain/chunks.ts';
import { LISTED_HIDDEN_SECONDS } from '../console/protocol/limits.ts';

type Sqs = Pick<SQSClient, 'send'>;

/** A received message, which is hidden from other readers for a short time. */
export interface ReceivedMessage {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
  /** How many times the message was received, including this time. */
  readonly receivedCount: number;
  readonly sentAtMs: number;
  readonly group?: string | undefined;
  /** Why intake refused the call in the message. */
  readonly reason?: string | undefined;
}

/**
 * Gives the queue's messages to `look`, page by page, each message once. Messages that `look` returns become visible
 * again at the end. `look` must delete the messages that it does not return.
 *
 * A received message is visible again after `LISTED_HIDDEN_SECONDS`, and can then be received again. So SQS can return
 * a page of seen messages although it has unseen ones. The pages end when SQS returns no message, or when the number of
 * seen messages that SQS returned in a row reaches the number of all seen messages.
 */
export async function forEachPageOfMessages(
  sqs: Sqs,
  queueUrl: string,
  look: (page: readonly ReceivedMessage[]) => Promise<readonly ReceivedMessage[]>,
): Promise<void> {
  const seen = new Set<string>();
  const held = new Map<string, ReceivedMessage>();
  let seenAgain = 0;
  try {
    for (;;) {
      const page = await receiveMessages(sqs, queueUrl);
      // A message that is received again replaces its earlier copy, because only the newest receipt handle is valid.
      for (const message of page) held.set(message.messageId, message);
      const unseen = page.filter(({ messageId }) => !seen.has(messageId));
      seenAgain = unseen.length === 0 ? seenAgain + page.length : 0;
      if (unseen.length === 0 && (page.length === 0 || seenAgain >= seen.size)) return;
      const staying = new Set(await look(unseen));
      for (const message of unseen) {
        seen.add(message.messageId);
        if (!staying.has(message)) held.delete(message.messageId);
      }
    }
  } finally {
    await makeMessagesVisible(sqs, queueUrl, [...held.values()]);
  }
}

async function receiveMessages(sqs: Sqs, QueueUrl: string): Promise<ReceivedMessage[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: MESSAGES_PER_REQUEST,
      WaitTimeSeconds: LONG_POLL_SECONDS,
      VisibilityTimeout: LISTED_HIDDEN_SECONDS,
      MessageAttributeNames: ['reason'],
      MessageSystemAttributeNames: ['ApproximateReceiveCount', 'SentTimestamp', 'MessageGroupId'],
    }),
  );
  return Messages.map(toReceivedMessage);
}

const toReceivedMessage = ({
  MessageId = '',
  ReceiptHandle = '',
  Body = '',
  Attributes = {},
  MessageAttributes = {},
}: Message): ReceivedMessage => ({
  messageId: MessageId,
  receiptHandle: ReceiptHandle,
  body: Body,
  receivedCount: Number(Attributes.ApproximateReceiveCount ?? 0),
  sentAtMs: Number(Attributes.SentTimestamp ?? 0),
  group: Attributes.MessageGroupId,
  reason: MessageAttributes['reason']?.StringValue,
});

export const deleteMessage = (sqs: Sqs, QueueUrl: string, { receiptHandle }: ReceivedMessage) =>
  sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: receiptHandle }));

/** SQS rejects the entry of a message that is already visible again. This does no harm. */
async function makeMessagesVisible(sqs: Sqs, QueueUrl: string, messages: readonly ReceivedMessage[]): Promise<void> {
  for (const some of chunksOf(messages, MESSAGES_PER_REQUEST)) {
    const Entries = some.map(({ receiptHandle }, index) => ({
      Id: String(index),
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: 0,
    }));
    await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }));
  }
}
