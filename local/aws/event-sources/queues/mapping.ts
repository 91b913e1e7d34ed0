import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSMessageAttributes } from 'aws-lambda';
import { MESSAGES_PER_REQUEST } from '../../../../shared/domain/batch-sizes.ts';
import type { QueueMapping, QueueModel } from '../../cloudformation/stack-model.ts';
import { maxBatches } from '../../lambda/concurrency.ts';
import type { Invoke } from '../../lambda/invoke.ts';
import { failedItems } from '../batch-response.ts';
import { type Poller, pollLoop } from '../poll-loop.ts';

/** Counts the messages that a mapping receives and deletes. */
export interface QueueActivity {
  messagesReceived(queueName: string, count: number): void;
  messagesDeleted(queueName: string, count: number): void;
}

interface QueueMappingDeps {
  readonly sqs: SQSClient;
  readonly invoke: Invoke;
  readonly onFault: (fault: unknown) => void;
  readonly activity?: QueueActivity | undefined;
}

/**
 * How long a poll waits for messages. Polls are short, because stopping waits for the last poll. If stopping aborted
 * the poll instead, the engine could still send messages. Nobody would read them, and they would be hidden for a whole
 * visibility timeout.
 */
const WAIT_SECONDS = 1;
/**
 * The visibility timeout of messages that are returned to the queue. With 0, the embedded engine would keep the old
 * deadline in its file, and the messages would stay hidden until that deadline after a restart.
 */
const HAND_BACK_SECONDS = 1;

/** Polls a queue and passes its messages to a function, as Lambda does for an SQS event source. */
export function queueMapping(
  mapping: QueueMapping,
  queue: QueueModel,
  { sqs, invoke, onFault, activity }: QueueMappingDeps,
): Poller {
  const batches = new Set<Promise<void>>();

  const round = async (signal: AbortSignal) => {
    while (batches.size >= maxBatches(mapping)) await Promise.race(batches);
    if (signal.aborted) return;
    const messages = await receive();
    if (messages.length === 0) return;
    if (signal.aborted) return handBack(messages);
    const batch = handle(messages)
      .catch(onFault)
      .finally(() => batches.delete(batch));
    batches.add(batch);
  };

  const receive = async (): Promise<Message[]> => {
    const response = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queue.url,
        MaxNumberOfMessages: Math.min(mapping.batchSize, MESSAGES_PER_REQUEST),
        WaitTimeSeconds: WAIT_SECONDS,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      }),
    );
    const { Messages = [] } = response;
    activity?.messagesReceived(queue.name, Messages.length);
    return Messages;
  };

  /** Leaves failed messages to the queue, which returns them later or moves them to the dead-letter queue. */
  const handle = async (messages: readonly Message[]) => {
    const Records = messages.map((message) => toSqsRecord(message, queue.arn));
    const result = await invoke(mapping.functionLogicalId, { Records });
    const ids = Records.map(({ messageId }) => messageId);
    const failed = failedItems(result, ids, mapping.reportsBatchItemFailures);
    await remove(messages.filter(({ MessageId = '' }) => !failed.has(MessageId)));
  };

  const remove = async (messages: readonly Message[]) => {
    if (messages.length === 0) return;
    const Entries = messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    const { Failed = [] } = await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queue.url, Entries }));
    activity?.messagesDeleted(queue.name, Entries.length - Failed.length);
    if (Failed.length > 0)
      throw new Error(`${Failed.length} handled messages could not be deleted and will be delivered again`);
  };

  const handBack = async (messages: readonly Message[]) => {
    const Entries = messages.map(({ ReceiptHandle }, index) => ({
      Id: String(index),
      ReceiptHandle,
      VisibilityTimeout: HAND_BACK_SECONDS,
    }));
    await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: queue.url, Entries }));
  };

  const loop = pollLoop(round, onFault);
  return {
    start: loop.start,
    async stop() {
      await loop.stop();
      await Promise.all(batches);
    },
  };
}

const toSqsRecord = (message: Message, queueArn: string) => ({
  messageId: message.MessageId ?? '',
  receiptHandle: message.ReceiptHandle ?? '',
  body: message.Body ?? '',
  attributes: message.Attributes ?? {},
  messageAttributes: messageAttributes(message),
  md5OfBody: message.MD5OfBody ?? '',
  eventSource: 'aws:sqs',
  eventSourceARN: queueArn,
  awsRegion: queueArn.split(':')[3] ?? '',
});

function messageAttributes({ MessageAttributes = {} }: Message): SQSMessageAttributes {
  const entries = Object.entries(MessageAttributes).map(([name, { DataType = 'String', StringValue, BinaryValue }]) => [
    name,
    {
      dataType: DataType,
      ...(StringValue !== undefined && { stringValue: StringValue }),
      ...(BinaryValue && { binaryValue: Buffer.from(BinaryValue).toString('base64') }),
      stringListValues: [],
      binaryListValues: [],
    },
  ]);
  return Object.fromEntries(entries);
}
