import { randomUUID } from 'node:crypto';
import type { Discarded } from './batch.ts';
import { createdAtMs, sequenceNumberOf } from './record.ts';

interface Source {
  readonly functionArn: string;
  readonly streamArn: string;
  readonly shardId: string;
}

/** Returns Lambda's message to the failure queue: the position of the records, never their content. */
export function streamFailure(discarded: Discarded, { functionArn, streamArn, shardId }: Source, nowMs: number) {
  const { records, condition, invocations, functionFailed } = discarded;
  const [first] = records;
  const last = records.at(-1);
  return {
    requestContext: { requestId: randomUUID(), functionArn, condition, approximateInvokeCount: invocations },
    ...(invocations > 0 && {
      responseContext: {
        statusCode: 200,
        executedVersion: '$LATEST',
        ...(functionFailed && { functionError: 'Unhandled' }),
      },
    }),
    version: '1.0',
    timestamp: new Date(nowMs).toISOString(),
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: first && sequenceNumberOf(first),
      endSequenceNumber: last && sequenceNumberOf(last),
      approximateArrivalOfFirstRecord: first && isoTimeWithoutMs(createdAtMs(first)),
      approximateArrivalOfLastRecord: last && isoTimeWithoutMs(createdAtMs(last)),
      batchSize: records.length,
      streamArn,
    },
  };
}

export const isoTimeWithoutMs = (ms: number) => new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z');
