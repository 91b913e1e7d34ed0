import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { FunctionModel, QueueModel, StreamMapping } from '../../cloudformation/stack-model.ts';
import type { Invoke } from '../../lambda/invoke.ts';
import { eventFilter } from '../event-filter.ts';
import { type Poller, pollLoop } from '../poll-loop.ts';
import { type Discarded, handleStreamBatch } from './batch.ts';
import { idleWait } from './idle-wait.ts';
import { type Checkpoint, streamProgress } from './progress.ts';
import { readStream, type StreamPage } from './reader.ts';
import { createdAtMs, type LambdaStreamRecord, sequenceNumberOf, toLambdaRecord } from './record.ts';
import { streamFailure } from './stream-failure.ts';

export interface StreamActivity {
  /** Records the age of a batch's newest record at the moment when the function receives the batch. */
  iteratorAge(functionName: string, ageMs: number): void;
}

interface StreamMappingDeps {
  readonly streams: DynamoDBStreamsClient;
  readonly sqs: SQSClient;
  readonly streamArn: string;
  readonly fn: FunctionModel;
  readonly failureQueue?: QueueModel | undefined;
  readonly checkpoint: Checkpoint;
  readonly invoke: Invoke;
  readonly nowMs: () => number;
  readonly onFault: (fault: unknown) => void;
  readonly activity?: StreamActivity | undefined;
}

/** Reads a table's stream and passes its records to a function, as Lambda does for a DynamoDB event source. */
export function streamMapping(mapping: StreamMapping, deps: StreamMappingDeps): Poller & { nudge(): void } {
  const { streams, streamArn, checkpoint, invoke, nowMs, onFault } = deps;
  const passes = eventFilter(mapping.filters);
  const idle = idleWait();
  const progress = streamProgress(checkpoint, onFault);

  /**
   * Reads the stream from the last position, until the mapping is stopped or something fails. After a page that the
   * filter drops completely, the mapping waits as after an empty page, so that the next read returns more records.
   * `nudge` ends the wait when a function may have written a new delivery.
   */
  const read = async (signal: AbortSignal) => {
    try {
      for await (const page of readStream(streams, streamArn, progress.reached() ?? mapping.startingPosition)) {
        if (signal.aborted) return;
        if (await handlePage(page, signal)) idle.reset();
        else await idle.wait(signal);
      }
    } finally {
      await progress.flush();
    }
  };

  /** Returns whether the page had any record for the function. */
  const handlePage = async ({ shardId, records }: StreamPage, signal: AbortSignal): Promise<boolean> => {
    const wanted = records.map((record) => toLambdaRecord(record, streamArn)).filter(passes);
    for (let start = 0; start < wanted.length; start += mapping.batchSize) {
      const batch = wanted.slice(start, start + mapping.batchSize);
      signal.throwIfAborted();
      await handleStreamBatch(batch, {
        rules: mapping,
        invoke: (Records) => {
          reportAge(Records);
          return invoke(mapping.functionLogicalId, { Records });
        },
        discard: (discarded) => discard(discarded, shardId),
        nowMs,
        signal,
      });
      const handledUpTo = batch.map(sequenceNumberOf).at(-1);
      if (handledUpTo) progress.handled({ shardId, sequenceNumber: handledUpTo });
    }
    const readUpTo = records.at(-1)?.dynamodb?.SequenceNumber;
    if (readUpTo) progress.passed({ shardId, sequenceNumber: readUpTo });
    return wanted.length > 0;
  };

  /**
   * Reports the age of the newest record, measured in real time. The engine stamps records with real time, even if the
   * service's clock was moved.
   */
  const reportAge = (records: readonly LambdaStreamRecord[]) => {
    const newest = records.at(-1);
    if (newest) deps.activity?.iteratorAge(deps.fn.name, Math.max(0, Date.now() - createdAtMs(newest)));
  };

  const discard = async (discarded: Discarded, shardId: string) => {
    const last = discarded.records.map(sequenceNumberOf).at(-1);
    onFault(
      new Error(
        `The mapping discarded ${discarded.records.length} stream records (${discarded.condition}). The last has sequence number ${last}.`,
      ),
    );
    if (!deps.failureQueue) return;
    const message = streamFailure(discarded, { functionArn: deps.fn.arn, streamArn, shardId }, nowMs());
    const MessageBody = JSON.stringify(message);
    await deps.sqs.send(new SendMessageCommand({ QueueUrl: deps.failureQueue.url, MessageBody }));
  };

  return { ...pollLoop(read, onFault), nudge: idle.nudge };
}
