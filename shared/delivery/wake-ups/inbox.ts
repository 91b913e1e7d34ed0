import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { MESSAGES_PER_REQUEST } from '../../domain/batch-sizes.ts';
import type { Lane } from '../../domain/deliveries/lane.ts';

/** How long a request to SQS waits for a message. Without a wait, SQS asks only some of its servers. */
export const LONG_POLL_SECONDS = 1;

export interface Received {
  readonly id: string;
  readonly body: string;
  readonly lane: Lane;
  /** Whether SQS has delivered the message before. */
  readonly isRepeated: boolean;
}

/** A message that was received and must be deleted from its queue after it is handled. */
export interface Taken extends Received {
  readonly receiptHandle: string;
}

export type Inbox = ReturnType<typeof wakeUpInbox>;

/** The timeout of a request for messages. An empty queue responds only when the long poll ends. */
const requestTimeout = (LONG_POLL_SECONDS + 1) * 1_000;

/** Receives and deletes wake-ups, as Lambda's mappings do. */
export const wakeUpInbox = (sqs: Pick<SQSClient, 'send'>, queueUrls: Readonly<Record<Lane, string>>) => ({
  /**
   * Receives up to `MESSAGES_PER_REQUEST` messages, and waits up to `LONG_POLL_SECONDS` for the first. SQS delivers a
   * message again if it is not deleted within the visibility timeout of its queue.
   */
  async take(lane: Lane): Promise<Taken[]> {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrls[lane],
        MaxNumberOfMessages: MESSAGES_PER_REQUEST,
        WaitTimeSeconds: LONG_POLL_SECONDS,
        MessageSystemAttributeNames: ['ApproximateReceiveCount'],
      }),
      { requestTimeout },
    );
    return Messages.map((message) => takenMessage(message, lane));
  },

  /** Deletes messages of one lane. A message that SQS fails to delete arrives again, which does no harm. */
  async remove(lane: Lane, taken: readonly Taken[]): Promise<void> {
    if (taken.length === 0) return;
    const Entries = taken.map(({ receiptHandle }, index) => ({ Id: String(index), ReceiptHandle: receiptHandle }));
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrls[lane], Entries }));
  },
});

const takenMessage = ({ MessageId = '', Body = '', ReceiptHandle = '', Attributes }: Message, lane: Lane): Taken => ({
  id: MessageId,
  body: Body,
  lane,
  isRepeated: Attributes?.ApproximateReceiveCount !== '1',
  receiptHandle: ReceiptHandle,
});
