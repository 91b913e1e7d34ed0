import { describe, expect, it } from '@jest/globals';
import { type Discarded, handleStreamBatch } from '../../../../../local/aws/event-sources/streams/batch.ts';
import type { LambdaStreamRecord } from '../../../../../local/aws/event-sources/streams/record.ts';
import { streamFailure } from '../../../../../local/aws/event-sources/streams/stream-failure.ts';

const NOW_MS = Date.parse('2026-11-21T10:00:00.500Z');
const RULES = {
  bisectOnError: true,
  maximumRetryAttempts: 1,
  maximumRecordAgeSeconds: -1,
  reportsBatchItemFailures: true,
};

const record = (sequence: number, ageSeconds = 0): LambdaStreamRecord => ({
  eventID: String(sequence),
  eventName: 'INSERT',
  eventVersion: '1.1',
  eventSource: 'aws:dynamodb',
  awsRegion: 'eu-west-1',
  eventSourceARN: 'stream',
  dynamodb: {
    SequenceNumber: String(sequence),
    ApproximateCreationDateTime: Math.floor(NOW_MS / 1000) - ageSeconds,
  },
});
const records = (...sequences: number[]) => sequences.map((sequence) => record(sequence));
const sequences = (batch: readonly LambdaStreamRecord[]) => batch.map(({ eventID }) => Number(eventID));
const failing = (...identifiers: number[]) => ({
  batchItemFailures: identifiers.map((sequence) => ({ itemIdentifier: String(sequence) })),
});

/** Runs a batch through a function that returns or throws as told. Returns what happened, in order. */
async function handled(
  batch: readonly LambdaStreamRecord[],
  respond: (batch: number[], invocation: number) => unknown,
  rules: Partial<typeof RULES> = {},
) {
  const invoked: number[][] = [];
  const given: Discarded[] = [];
  await handleStreamBatch(batch, {
    rules: { ...RULES, ...rules },
    invoke: async (batchNow) => {
      invoked.push(sequences(batchNow));
      try {
        return { ok: true, payload: respond(sequences(batchNow), invoked.length) };
      } catch (error) {
        return { ok: false, error: { errorType: 'Error', errorMessage: String(error) } };
      }
    },
    discard: async (discarded) => void given.push(discarded),
    nowMs: () => NOW_MS,
    signal: new AbortController().signal,
  });
  return { invoked, discarded: given };
}

const poison = (bad: number) => (batch: number[]) => {
  if (batch.includes(bad)) throw new Error('poison');
  return null;
};

describe('a batch of stream records', () => {
  it('a batch of stream records is complete if the function reports no failure', async () => {
    expect(await handled(records(1, 2, 3), () => null)).toEqual({ invoked: [[1, 2, 3]], discarded: [] });
  });

  it('a batch of stream records is retried from its lowest failed sequence number', async () => {
    const { invoked } = await handled(records(8, 9, 10, 11), (_, n) => (n === 1 ? failing(11, 9, 10) : null));
    expect(invoked).toEqual([
      [8, 9, 10, 11],
      [9, 10, 11],
    ]);
  });

  it('a batch of stream records is split until only the always failing record is discarded', async () => {
    const { invoked, discarded } = await handled(records(1, 2, 3, 4), poison(3));
    expect(invoked).toEqual([[1, 2, 3, 4], [1, 2], [3, 4], [3], [3], [4]]);
    expect(discarded).toEqual([
      { records: records(3), condition: 'RetryAttemptsExhausted', invocations: 2, functionFailed: true },
    ]);
  });

  it('a batch of stream records is split if the function reports its first record as failed', async () => {
    const bad = (batch: number[]) => (batch.includes(1) ? failing(1) : null);
    const { invoked, discarded } = await handled(records(1, 2), bad);
    expect(invoked).toEqual([[1, 2], [1], [1], [2]]);
    expect(discarded).toMatchObject([{ functionFailed: false, invocations: 2 }]);
  });

  it('a failing batch of stream records is discarded as a whole if the mapping does not bisect batches', async () => {
    const { invoked, discarded } = await handled(records(1, 2), poison(2), { bisectOnError: false });
    expect(invoked).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(discarded.map(({ records: all }) => sequences(all))).toEqual([[1, 2]]);
  });

  it('a batch of stream records is retried until it succeeds if the number of retries is unlimited', async () => {
    const { invoked, discarded } = await handled(records(1), (_, n) => (n < 4 ? failing(1) : null), {
      maximumRetryAttempts: -1,
    });
    expect(invoked).toHaveLength(4);
    expect(discarded).toEqual([]);
  });

  it('the function gets the other records of a batch if one record is too old', async () => {
    const { invoked, discarded } = await handled([record(1, 61), record(2, 10)], () => null, {
      maximumRecordAgeSeconds: 60,
    });
    expect(invoked).toEqual([[2]]);
    expect(discarded).toMatchObject([{ condition: 'RecordAgeExceeded', invocations: 0 }]);
  });

  it('a batch of stream records is not discarded if the service stops during the invocation', async () => {
    const controller = new AbortController();
    const given: Discarded[] = [];
    const done = handleStreamBatch(records(1), {
      rules: { ...RULES, maximumRetryAttempts: 0 },
      invoke: async () => {
        controller.abort();
        return { ok: false, error: { errorType: 'ServiceException', errorMessage: 'stopping' } };
      },
      discard: async (discarded) => void given.push(discarded),
      nowMs: () => NOW_MS,
      signal: controller.signal,
    });
    await expect(done).rejects.toThrow();
    expect(given).toEqual([]);
  });
});

describe('the message about discarded stream records', () => {
  const source = { functionArn: 'fn', streamArn: 'stream', shardId: 'shard-1' };

  it('the message to the failure queue has the positions of the discarded records, but not their content', () => {
    const discarded: Discarded = {
      records: records(8, 9, 10),
      condition: 'RetryAttemptsExhausted',
      invocations: 6,
      functionFailed: true,
    };
    expect(streamFailure(discarded, source, NOW_MS)).toEqual({
      requestContext: {
        requestId: expect.any(String),
        functionArn: 'fn',
        condition: 'RetryAttemptsExhausted',
        approximateInvokeCount: 6,
      },
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
      version: '1.0',
      timestamp: '2026-11-21T10:00:00.500Z',
      DDBStreamBatchInfo: {
        shardId: 'shard-1',
        startSequenceNumber: '8',
        endSequenceNumber: '10',
        approximateArrivalOfFirstRecord: '2026-11-21T10:00:00Z',
        approximateArrivalOfLastRecord: '2026-11-21T10:00:00Z',
        batchSize: 3,
        streamArn: 'stream',
      },
    });
  });

  it('the message to the failure queue has no responseContext if the function was never invoked with the records', () => {
    const message = streamFailure(
      { records: records(1), condition: 'RecordAgeExceeded', invocations: 0, functionFailed: false },
      source,
      NOW_MS,
    );
    expect(message).not.toHaveProperty('responseContext');
  });
});
