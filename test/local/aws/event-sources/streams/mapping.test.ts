import { CreateQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { buildApp } from 'fauxqs';
import { testSettings } from '../../../../support/access.ts';
import { until } from '../../../../support/until.ts';
import { queueModel } from '../../stack-parts.ts';
import { recordingFunction } from '../recording-function.ts';
import { callsTo, keyOf, keys, RELAY, streamMappingWorld } from './mapping-world.ts';

const {
  ages,
  checkpointed,
  faults,
  freshTable,
  leaveRunning,
  leaveTable,
  put,
  putAll,
  start,
  stopAll,
  streamArn,
  close,
  writeCheckpoint,
} = streamMappingWorld();

beforeEach(freshTable);
afterEach(leaveTable);
afterAll(close);

describe('a stream mapping, which passes records to a function', () => {
  it('a stream mapping passes only records of new deliveries to the function', async () => {
    await put('CALL#x', 'LINE');
    await putAll(0, 25);
    const relay = recordingFunction();
    await start(relay.invoke);
    await until(() => keys(relay.batches).length === 25);
    expect(keys(relay.batches)).toEqual(callsTo(25));
    expect(relay.batches.map((batch) => batch.length).every((length) => length <= 10)).toBe(true);
  });

  it('a stream mapping reports the age of the newest record in each batch', async () => {
    await put('CALL#1');
    const writtenAtMs = Date.now();
    await until(() => Date.now() > writtenAtMs + 1_500);
    await start(recordingFunction().invoke);
    await until(() => ages.length > 0);
    // The times in the stream are whole seconds.
    expect(ages).toEqual([['relay', expect.any(Number)]]);
    expect(ages[0]?.[1]).toBeGreaterThanOrEqual(1_500);
    expect(ages[0]?.[1]).toBeLessThan(30_000);
  });

  it("a stream mapping passes an event to the function in Lambda's format", async () => {
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

  it('a restarted stream mapping continues after the last handled record', async () => {
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

  it('a stream mapping delivers a batch again if the machine crashed while the function handled the batch', async () => {
    await putAll(0, 3);
    const killed = recordingFunction(() => new Promise(() => {}));
    await start(killed.invoke);
    await until(() => killed.batches.length === 1);
    leaveRunning();

    const after = recordingFunction();
    await start(after.invoke);
    await until(() => after.batches.length === 1);
    expect(keys(after.batches)).toEqual(callsTo(3));
  });

  it('a stream mapping begins at the oldest record if its checkpoint is damaged or of another table', async () => {
    await putAll(0, 2);
    for (const content of ['{', '{"streamArn":"another","shardId":"s","sequenceNumber":"9"}']) {
      writeCheckpoint(content);
      const relay = recordingFunction();
      const poller = await start(relay.invoke);
      await until(() => keys(relay.batches).length === 2);
      await poller.stop();
    }
  });

  it('a stopped stream mapping passes no records to the function until it starts again', async () => {
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

  it("a stream mapping with the starting position LATEST skips records that are older than the mapping's start", async () => {
    await put('CALL#0');
    const relay = recordingFunction();
    await start(relay.invoke, { startingPosition: 'LATEST', filters: [] });
    let n = 1;
    await until(async () => Boolean(await put(`CALL#${n++}`)) && relay.batches.length > 0);
    expect(keys(relay.batches)).not.toContain('CALL#0');
  });
});

describe('failures of a stream mapping', () => {
  const queueEngine = buildApp({ logger: false });
  let sqs: SQSClient;
  beforeAll(async () => {
    sqs = new SQSClient(testSettings(await queueEngine.listen({ port: 0, host: '127.0.0.1' })));
  });
  afterAll(async () => {
    sqs.destroy();
    await queueEngine.close();
  });

  it('a stream mapping handles the next record after a record that always fails', async () => {
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

  it('a stream mapping continues only after it has reported a discarded record to the failure queue', async () => {
    const url = (await sqs.send(new CreateQueueCommand({ QueueName: 'failures' }))).QueueUrl ?? '';
    const queue = queueModel('failures', { url });
    await put('CALL#1');
    const relay = recordingFunction(() => Promise.reject(new Error('no')));
    const missing = { ...queue, url: url.replace('failures', 'missing') };
    await start(relay.invoke, { maximumRetryAttempts: 0 }, { sqs, queue: missing });
    await until(() => relay.batches.length > 1);
    expect(checkpointed()).toBeUndefined();
    await stopAll();

    await start(relay.invoke, { maximumRetryAttempts: 0 }, { sqs, queue });
    await until(() => checkpointed() !== undefined);
    const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: url }));
    expect(JSON.parse(Messages?.[0]?.Body ?? '')).toMatchObject({
      requestContext: { condition: 'RetryAttemptsExhausted', functionArn: RELAY.arn },
      DDBStreamBatchInfo: { batchSize: 1, streamArn: await streamArn(), shardId: expect.any(String) },
    });
  });
});
