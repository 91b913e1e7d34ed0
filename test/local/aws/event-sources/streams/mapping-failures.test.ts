import { CreateQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { buildApp } from 'fauxqs';
import { testSettings } from '../../../../support/access.ts';
import { until } from '../../../../support/until.ts';
import { queueModel } from '../../stack-parts.ts';
import { recordingFunction } from '../recording-function.ts';
import { keyOf, RELAY, streamMappingWorld } from './mapping-world.ts';

const { checkpointed, close, faults, freshTable, leaveTable, put, putAll, start, stopAll, streamArn } =
  streamMappingWorld();
const queueEngine = buildApp({ logger: false });
let sqs: SQSClient;

beforeAll(async () => {
  sqs = new SQSClient(testSettings(await queueEngine.listen({ port: 0, host: '127.0.0.1' })));
});
beforeEach(freshTable);
afterEach(leaveTable);
afterAll(async () => {
  close();
  sqs.destroy();
  await queueEngine.close();
});

describe('failures of a stream mapping', () => {
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
