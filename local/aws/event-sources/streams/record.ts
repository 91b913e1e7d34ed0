import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';

/** A stream record in the form of a Lambda event. */
export interface LambdaStreamRecord {
  readonly eventID: string;
  readonly eventName: string;
  readonly eventVersion: string;
  readonly eventSource: 'aws:dynamodb';
  readonly awsRegion: string;
  readonly eventSourceARN: string;
  readonly dynamodb: Readonly<Record<string, unknown>> & {
    readonly SequenceNumber: string;
    readonly ApproximateCreationDateTime: number;
  };
}

/** A Lambda event has the time in Unix seconds, but the SDK returns a Date. */
export function toLambdaRecord(record: StreamRecord, streamArn: string): LambdaStreamRecord {
  const { ApproximateCreationDateTime: created, SequenceNumber = '', ...change } = record.dynamodb ?? {};
  return {
    eventID: record.eventID ?? '',
    eventName: record.eventName ?? '',
    eventVersion: record.eventVersion ?? '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: streamArn.split(':')[3] ?? '',
    dynamodb: { ...change, SequenceNumber, ApproximateCreationDateTime: Math.floor((created?.getTime() ?? 0) / 1000) },
    eventSourceARN: streamArn,
  };
}

export const createdAtMs = ({ dynamodb }: LambdaStreamRecord) => dynamodb.ApproximateCreationDateTime * 1000;
export const sequenceNumberOf = ({ dynamodb }: LambdaStreamRecord) => dynamodb.SequenceNumber;
