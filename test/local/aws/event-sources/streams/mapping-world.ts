import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { SQSClient } from '@aws-sdk/client-sqs';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { QueueModel, StreamMapping } from '../../../../../local/aws/cloudformation/stack-model.ts';
import type { Poller } from '../../../../../local/aws/event-sources/poll-loop.ts';
import { streamMapping } from '../../../../../local/aws/event-sources/streams/mapping.ts';
import { type Checkpoint, fileCheckpoint } from '../../../../../local/aws/event-sources/streams/progress.ts';
import type { Invoke } from '../../../../../local/aws/lambda/invoke.ts';
import type { Table } from '../../../../../shared/store/table/connect.ts';
import { testSettings } from '../../../../support/access.ts';
import { testTable } from '../../../../support/table/table.ts';
import { functionModel, streamMappingModel } from '../../stack-parts.ts';
import type { EventRecord } from '../recording-function.ts';

export const RELAY = functionModel('relay');

interface Failures {
  readonly sqs: SQSClient;
  readonly queue: QueueModel;
}

/** Creates a table for each test. A mapping passes the records of its stream to the `invoke` that the test provides. */
export function streamMappingWorld() {
  const streams = new DynamoDBStreamsClient(testSettings(process.env['TEST_DYNAMODB_ENDPOINT'] ?? ''));
  const noQueues = new SQSClient(testSettings('http://127.0.0.1:1'));
  const folder = mkdtempSync(join(tmpdir(), 'stream-mapping-'));
  const faults: unknown[] = [];
  const ages: [functionName: string, ageMs: number][] = [];
  let running: Poller[] = [];
  let table: Table;
  let checkpoint: Checkpoint;

  const checkpointFile = () => join(folder, `${table.name}.json`);
  const streamArn = async () =>
    (await table.db.send(new DescribeTableCommand({ TableName: table.name }))).Table?.LatestStreamArn ?? '';
  const put = (PK: string, SK = 'DELIVERY') =>
    table.db.send(new PutCommand({ TableName: table.name, Item: { PK, SK, summary: 'private' } }));
  async function stopAll() {
    await Promise.all(running.map((poller) => poller.stop()));
    running = [];
  }

  return {
    faults,
    /** How far behind this test's mappings were at each batch. */
    ages,
    streamArn,
    put,
    async putAll(from: number, to: number) {
      for (let n = from; n < to; n += 1) await put(`CALL#${n}`);
    },
    checkpointed: () => checkpoint.load(),
    writeCheckpoint: (text: string) => writeFileSync(checkpointFile(), text),
    async freshTable() {
      table = await testTable();
      checkpoint = fileCheckpoint(checkpointFile(), await streamArn());
      faults.length = 0;
      ages.length = 0;
    },
    /** Starts a mapping at the checkpoint of the previous mapping. */
    async start(invoke: Invoke, change: Partial<StreamMapping> = {}, failures?: Failures): Promise<Poller> {
      const poller = streamMapping(streamMappingModel(change), {
        streams,
        sqs: failures?.sqs ?? noQueues,
        streamArn: await streamArn(),
        fn: RELAY,
        failureQueue: failures?.queue,
        checkpoint,
        invoke,
        nowMs: Date.now,
        onFault: (fault) => void faults.push(fault),
        activity: { iteratorAge: (name, ageMs) => void ages.push([name, ageMs]) },
      });
      poller.start();
      running.push(poller);
      return poller;
    },
    stopAll,
    async leaveTable() {
      await stopAll();
      table.db.destroy();
    },
    /** Leaves the mapping as a crash of the machine would: nothing waits for the invocation under way. */
    leaveRunning() {
      running = [];
    },
    close() {
      streams.destroy();
      noQueues.destroy();
      rmSync(folder, { recursive: true });
    },
  };
}

export const keyOf = (record: EventRecord) => /CALL#\d+/.exec(JSON.stringify(record))?.[0];
export const keys = (batches: EventRecord[][]) => batches.flat().map(keyOf);
export const callsTo = (count: number) => Array.from({ length: count }, (_, n) => `CALL#${n}`);
