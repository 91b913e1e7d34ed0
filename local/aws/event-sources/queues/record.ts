import type { Message } from '@aws-sdk/client-sqs';
import type { SQSMessageAttributes } from 'aws-lambda';

export const toSqsRecord = (message: Message, queueArn: string) => ({
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
