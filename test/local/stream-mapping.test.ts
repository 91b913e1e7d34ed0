import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { CreateQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { buildApp } from 'fauxqs';
import { type Checkpoint, fileCheckpoint } from '../../bin/local/checkpoint.ts';
import type { Poller } from '../../bin/local/poll-loop.ts';
import type { FunctionModel, QueueModel, StreamMapping } from '../../bin/local/stack-model.ts';
import { streamMapping } from '../../bin/local/stream-mapping.ts';
import type { Table } from '../../shared/store/connect.ts';
import { testTable } from '../support/table.ts';
import { until } from '../support/until.ts';
import { type EventRecord, recordingFunction } from './recording-function.ts';

const ENGINE = {
  endpoint: process.env['TEST_DYNAMODB_ENDPOINT'] ?? '',
  region: 'eu-west-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
};
const streams = new DynamoDBStreamsClient(ENGINE);
const folder = mkdtempSync(join(tmpdir(), 'stream-mapping-'));

const queueEngine = buildApp({ logger: false });
let sqs: SQSClient;
beforeAll(async () => {
  sqs = new SQSClient({ ...ENGINE, endpoint: await queueEngine.listen({ port: 0, host: '127.0.0.1' }) });
});
afterAll(async () => {
  streams.destroy();
  sqs.destroy();
  await queueEngine.close();
  rmSync(folder, { recursive: true });
});

const MAPPING: StreamMapping = {
  kind: 'stream',
  logicalId: 'RelayMapping',
  functionLogicalId: 'Relay',
  tableLogicalId: 'Table',
  enabled: true,
  batchSize: 10,
  reportsBatchItemFailures: true,
  filters: [{ eventName: ['INSERT'], dynamodb: { Keys: { SK: { S: ['DELIVERY'] } } } }],
  startingPosition: 'TRIM_HORIZON',
  bisectOnError: true,
  maximumRetryAttempts: 1,
  maximumRecordAgeSeconds: 3600,
};
const FUNCTION: FunctionModel = {
  logicalId: 'Relay',
  name: 'relay',
  arn: 'arn:aws:lambda:eu-west-1:000000000000:function:relay',
  codeDir: '',
  handler: '',
  timeoutMs: 0,
  memoryMb: 0,
  environment: {},
};

let table: Table;
let checkpoint: Checkpoint;
let checkpointFile: string;
let running: Poller[] = [];
let faults: unknown[] = [];
let ages: [functionName: string, ageMs: number][] = [];

beforeEach(async () => {
  table = await testTable();
  checkpointFile = join(folder, `${table.name}.json`);
  checkpoint = fileCheckpoint(checkpointFile, await streamArn());
});
afterEach(async () => {
  await Promise.all(running.map((poller) => poller.stop()));
  running = [];
  faults = [];
  ages = [];
  table.db.destroy();
});

const streamArn = async () =>
  (await table.db.send(new DescribeTableCommand({ TableName: table.name }))).Table?.LatestStreamArn ?? '';

async function start(
  invoke: Parameters<typeof streamMapping>[1]['invoke'],
  change: Partial<StreamMapping> = {},
  failureQueue?: QueueModel,
) {
  const poller = streamMapping(
    { ...MAPPING, ...change },
    {
      streams,
      sqs,
      streamArn: await streamArn(),
      fn: FUNCTION,
      failureQueue,
      checkpoint,
      invoke,
      nowMs: Date.now,
      onFault: (fault) => void faults.push(fault),
      activity: { iteratorAge: (name, ageMs) => void ages.push([name, ageMs]) },
    },
  );
  poller.start();
  running.push(poller);
  return poller;
}

const put = (PK: string, SK = 'DELIVERY') =>
  table.db.send(new PutCommand({ TableName: table.name, Item: { PK, SK, summary: 'private' } }));
const putAll = async (from: number, to: number) => {
  for (let n = from; n < to; n += 1) await put(`CALL#${n}`);
};
const keyOf = (record: EventRecord) => /CALL#\d+/.exec(JSON.stringify(record))?.[0];
const keys = (batches: EventRecord[][]) => batches.flat().map(keyOf);
const callsTo = (count: number) => Array.from({ length: count }, (_, n) => `CALL#${n}`);

describe('a stream mapping', () => {
  it('hands over new deliveries in their order and in batches, and nothing else', async () => {
    await put('CALL#x', 'LINE');
    await putAll(0, 25);
    const relay = recordingFunction();
    await start(relay.invoke);
    await until(() => keys(relay.batches).length === 25);
    expect(keys(relay.batches)).toEqual(callsTo(25));
    expect(relay.batches.map((batch) => batch.length).every((length) => length <= 10)).toBe(true);
  });

  it('tells how far behind it is whenever it hands over a batch', async () => {
    await put('CALL#1');
    const writtenAtMs = Date.now();
    await until(() => Date.now() > writtenAtMs + 1_500);
    await start(recordingFunction().invoke);
    await until(() => ages.length > 0);
    // The stream gives its times in whole seconds.
    expect(ages).toEqual([['relay', expect.any(Number)]]);
    expect(ages[0]?.[1]).toBeGreaterThanOrEqual(1_500);
    expect(ages[0]?.[1]).toBeLessThan(30_000);
  });

  it('gives the function an event of Lambda, with keys only', async () => {
    const relay = recordingFunction();
    await start(relay.invoke);
    await put('CALL#1');
    await until(() => relay.batches.length > 0);
    expect(relay.batches[0]).toEqual([
      {
        eventID: expect.any(String),
        eventName: 'INSERT',
        eventVersion: '1.1',
        eventSource: 'aws:dynamodb',
        awsRegion: expect.any(String),
        eventSourceARN: await streamArn(),
        dynamodb: {
          ApproximateCreationDateTime: expect.any(Number),
          Keys: { PK: { S: 'CALL#1' }, SK: { S: 'DELIVERY' } },
          SequenceNumber: expect.stringMatching(/^\d+$/),
          SizeBytes: expect.any(Number),
          StreamViewType: 'KEYS_ONLY',
        },
      },
    ]);
  });

  it('goes on after what was handled when it is started again', async () => {
    await putAll(0, 12);
    const before = recordingFunction();
    const poller = await start(before.invoke);
    await until(() => keys(before.batches).length === 12);
    await poller.stop();
    await putAll(12, 15);

    const after = recordingFunction();
    await start(after.invoke);
    await until(() => keys(after.batches).length === 3);
    expect(keys(after.batches)).toEqual(['CALL#12', 'CALL#13', 'CALL#14']);
  });

  it('hands a batch over again that was under way when the machine died', async () => {
    await putAll(0, 3);
    const killed = recordingFunction(() => new Promise(() => {}));
    await start(killed.invoke);
    await until(() => killed.batches.length === 1);
    running = [];

    const after = recordingFunction();
    await start(after.invoke);
    await until(() => after.batches.length === 1);
    expect(keys(after.batches)).toEqual(callsTo(3));
  });

  it('begins at the oldest record when the checkpoint cannot be read or is of another table', async () => {
    await putAll(0, 2);
    for (const content of ['{', '{"streamArn":"another","shardId":"s","sequenceNumber":"9"}']) {
      writeFileSync(checkpointFile, content);
      const relay = recordingFunction();
      const poller = await start(relay.invoke);
      await until(() => keys(relay.batches).length === 2);
      await poller.stop();
    }
  });

  it('repeats only from the lowest failed record on', async () => {
    await putAll(0, 4);
    const relay = recordingFunction((records, n) => {
      const { dynamodb } = { dynamodb: {}, ...records[2] };
      return n === 1
        ? { batchItemFailures: [{ itemIdentifier: Reflect.get(Object(dynamodb), 'SequenceNumber') }] }
        : null;
    });
    await start(relay.invoke);
    await until(() => keys(relay.batches).length === 6);
    expect(keys(relay.batches)).toEqual([...callsTo(4), 'CALL#2', 'CALL#3']);
  });

  it('gives up a poison record alone and goes on behind it', async () => {
    await putAll(0, 5);
    const done: unknown[] = [];
    const relay = recordingFunction((records) => {
      if (records.some((record) => keyOf(record) === 'CALL#2')) throw new Error('poison');
      done.push(...records.map(keyOf));
      return null;
    });
    await start(relay.invoke);
    await until(() => done.length === 4);
    expect(done).toEqual(['CALL#0', 'CALL#1', 'CALL#3', 'CALL#4']);
    expect(String(faults)).toContain('RetryAttemptsExhausted');
  });

  it('tells the failure queue where a record was that it gave up, and goes no further before it has', async () => {
    const url = (await sqs.send(new CreateQueueCommand({ QueueName: 'failures' }))).QueueUrl ?? '';
    const queue: QueueModel = { logicalId: 'Failures', name: 'failures', url, arn: '', attributes: {} };
    await put('CALL#1');
    const relay = recordingFunction(() => Promise.reject(new Error('no')));
    await start(relay.invoke, { maximumRetryAttempts: 0 }, { ...queue, url: url.replace('failures', 'missing') });
    await until(() => relay.batches.length > 1);
    expect(checkpoint.load()).toBeUndefined();
    await Promise.all(running.map((poller) => poller.stop()));

    await start(relay.invoke, { maximumRetryAttempts: 0 }, queue);
    await until(() => checkpoint.load() !== undefined);
    const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: url }));
    expect(JSON.parse(Messages?.[0]?.Body ?? '')).toMatchObject({
      requestContext: { condition: 'RetryAttemptsExhausted', functionArn: FUNCTION.arn },
      DDBStreamBatchInfo: { batchSize: 1, streamArn: await streamArn(), shardId: expect.any(String) },
    });
  });

  it('hands nothing over while it is switched off, and everything afterwards', async () => {
    const relay = recordingFunction();
    const poller = await start(relay.invoke);
    await put('CALL#0');
    await until(() => relay.batches.length === 1);
    await poller.stop();
    await put('CALL#1');
    expect(keys(relay.batches)).toEqual(['CALL#0']);
    poller.start();
    await until(() => relay.batches.length === 2);
    expect(keys(relay.batches)).toEqual(['CALL#0', 'CALL#1']);
  });

  it('begins with what is written from now on, where the stack says LATEST', async () => {
    await put('CALL#0');
    const relay = recordingFunction();
    await start(relay.invoke, { startingPosition: 'LATEST', filters: [] });
    let n = 1;
    await until(async () => Boolean(await put(`CALL#${n++}`)) && relay.batches.length > 0);
    expect(keys(relay.batches)).not.toContain('CALL#0');
  });
});
