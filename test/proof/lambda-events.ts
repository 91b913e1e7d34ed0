import type { DynamoDBBatchResponse, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { TABLE } from '../../shared/names/table.ts';
import type { Change } from './memory-table/rows.ts';

export interface QueueMessage {
  readonly id: string;
  /** Without one, the id is the handle. */
  readonly receiptHandle?: string;
  readonly body: string;
  /** How often the message has been received, this time included. */
  readonly receives: number;
}

export const queueRecord = (eventSourceARN: string, { id, receiptHandle = id, body, receives }: QueueMessage) =>
  ({
    messageId: id,
    receiptHandle,
    body,
    attributes: {
      ApproximateReceiveCount: String(receives),
      SentTimestamp: '0',
      SenderId: 'simulation',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN,
    awsRegion: 'eu-west-1',
  }) satisfies SQSRecord;

/** Returns the event with which a queue's mapping invokes a function. */
export const queueEvent = (queueArn: string, messages: readonly QueueMessage[]): SQSEvent => ({
  Records: messages.map((message) => queueRecord(queueArn, message)),
});

/** Returns the messages of a batch that the function has handled. Without a response, it has handled none. */
export function doneIn<M extends QueueMessage>(batch: readonly M[], response: SQSBatchResponse | undefined): M[] {
  if (!response) return [];
  const failed = new Set(response.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  return batch.filter(({ id }) => !failed.has(id));
}

/** Tells whether the filter of the stream's mapping lets the change pass. */
export const isNewDelivery = ({ eventName, key }: Change) =>
  eventName === 'INSERT' && key['SK'] === TABLE.deliverySortKey;

/** Returns the event with which the stream's mapping invokes the relay. */
export const streamEvent = (batch: readonly Change[]) => ({
  Records: batch.map(({ eventName, sequenceNumber, key }) => ({
    eventName,
    dynamodb: {
      SequenceNumber: String(sequenceNumber),
      Keys: { PK: { S: key['PK'] }, SK: { S: key['SK'] } },
    },
  })),
});

export type StreamEvent = ReturnType<typeof streamEvent>;

/** Returns the changes that the mapping retries: those from the first failed one on, or all without a response. */
export function leftOf<C extends Change>(batch: readonly C[], response: DynamoDBBatchResponse | undefined): C[] {
  const failed = response?.batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier)) ?? [0];
  return batch.filter(({ sequenceNumber }) => sequenceNumber >= Math.min(...failed));
}
