import type { SQSEvent } from 'aws-lambda';
import type { Change } from './memory-table/rows.ts';

export interface QueueMessage {
  readonly id: string;
  readonly receiptHandle: string;
  readonly body: string;
  /** How often the message has been received, this time included. */
  readonly receives: number;
}

/** Returns the event with which a queue's mapping invokes a function. */
export const queueEvent = (queueArn: string, messages: readonly QueueMessage[]): SQSEvent => ({
  Records: messages.map(({ id, receiptHandle, body, receives }) => ({
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
    eventSourceARN: queueArn,
    awsRegion: 'eu-west-1',
  })),
});

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
