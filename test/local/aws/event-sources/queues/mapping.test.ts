import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetQueueAttributesCommand, SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { provisionTablesAndQueues } from '../../../../../local/aws/cloudformation/provision.ts';
import type { QueueMapping, QueueModel } from '../../../../../local/aws/cloudformation/stack-model.ts';
import type { Poller } from '../../../../../local/aws/event-sources/poll-loop.ts';
import { queueMapping } from '../../../../../local/aws/event-sources/queues/mapping.ts';
import { clientsOfHost } from '../../../../../local/aws-clients.ts';
import { type Engines, startEngines } from '../../../../../local/engines/engines.ts';
import { TEST_ACCESS } from '../../../../support/access.ts';
import { until } from '../../../../support/until.ts';
import { queueMappingModel, queueModel } from '../../stack-parts.ts';
import { type EventRecord, recordingFunction } from '../recording-function.ts';

const folder = mkdtempSync(join(tmpdir(), 'queue-mapping-'));
let engines: Engines;
let sqs: SQSClient;
let running: Poller[] = [];
const faults: unknown[] = [];
let counted: [kind: string, queue: string, count: number][] = [];

beforeAll(async () => {
  engines = await startEngines({ dataDir: folder, accessKeyId: TEST_ACCESS.accessKeyId });
  ({ sqs } = clientsOfHost({ dynamodb: engines.dynamodbEndpoint, sqs: engines.sqsEndpoint }, TEST_ACCESS));
});
afterEach(async () => {
  await Promise.all(running.map((poller) => poller.stop()));
  running = [];
  counted = [];
  expect(faults.splice(0)).toEqual([]);
});
afterAll(async () => {
  sqs.destroy();
  await engines.close();
  rmSync(folder, { recursive: true });
});

let count = 0;
/** Creates a queue with its own dead-letter queue. Failed messages are delivered again after a second. */
async function aQueue(maxReceiveCount = 3) {
  count += 1;
  const model = (kind: string, attributes: Record<string, string>) =>
    queueModel(`${kind}-${count}`, { endpoint: engines.sqsEndpoint, attributes });
  const dead = model('dead', {});
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: dead.arn, maxReceiveCount });
  const main = model('main', { VisibilityTimeout: '1', RedrivePolicy });
  const { dynamodb } = clientsOfHost({ dynamodb: engines.dynamodbEndpoint, sqs: engines.sqsEndpoint }, TEST_ACCESS);
  await provisionTablesAndQueues({ tables: [], queues: [dead, main] }, { dynamodb, sqs });
  dynamodb.destroy();
  return { main, dead };
}

function start(
  queue: QueueModel,
  invoke: Parameters<typeof queueMapping>[2]['invoke'],
  change: Partial<QueueMapping> = {},
) {
  const onFault = (fault: unknown) => void faults.push(fault);
  const activity = {
    messagesReceived: (name: string, count: number) => void counted.push(['received', name, count]),
    messagesDeleted: (name: string, count: number) => void counted.push(['deleted', name, count]),
  };
  const poller = queueMapping(queueMappingModel(change), queue, { sqs, invoke, onFault, activity });
  poller.start();
  running.push(poller);
  return poller;
}

async function send(queue: QueueModel, ...bodies: string[]) {
  const Entries = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody, MessageGroupId: 'partner-1' }));
  await sqs.send(new SendMessageBatchCommand({ QueueUrl: queue.url, Entries }));
}

/** Counts visible, in-flight and delayed messages together. */
async function left(queue: QueueModel): Promise<number> {
  const response = await sqs.send(new GetQueueAttributesCommand({ QueueUrl: queue.url, AttributeNames: ['All'] }));
  const { Attributes = {} } = response;
  const messages = Object.entries(Attributes).filter(([name]) => name.startsWith('ApproximateNumberOfMessages'));
  return messages.reduce((sum, [, number]) => sum + Number(number), 0);
}

const emptied = (queue: QueueModel) => until(async () => (await left(queue)) === 0);

const bodies = (batches: EventRecord[][]) => batches.flat().map(({ body }) => body);
/** Returns a function that fails on messages with this body, in its first batch only. */
const failingOnceOn = (failing: string) =>
  recordingFunction((records, n) => {
    const failed = n === 1 ? records.filter(({ body }) => body === failing) : [];
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  });

describe('a queue mapping, which passes messages to a function', () => {
  it("a queue mapping passes a message to the function in Lambda's format", async () => {
    const { main } = await aQueue();
    const deliver = recordingFunction();
    start(main, deliver.invoke);
    await send(main, '{"v":1}');
    await until(() => deliver.batches.length === 1);
    expect(deliver.batches[0]).toEqual([
      {
        messageId: expect.any(String),
        receiptHandle: expect.any(String),
        body: '{"v":1}',
        attributes: expect.objectContaining({
          ApproximateReceiveCount: '1',
          SentTimestamp: expect.stringMatching(/^\d{13}$/),
          ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
          SenderId: expect.any(String),
        }),
        messageAttributes: {},
        md5OfBody: expect.stringMatching(/^[0-9a-f]{32}$/),
        eventSource: 'aws:sqs',
        eventSourceARN: main.arn,
        awsRegion: 'eu-west-1',
      },
    ]);
    await emptied(main);
  });

  it('a queue mapping counts a redelivered message as another received message', async () => {
    const { main } = await aQueue();
    const deliver = failingOnceOn('b');
    await send(main, 'a', 'b', 'c');
    start(main, deliver.invoke);
    const total = (kind: string) => counted.filter(([of]) => of === kind).reduce((sum, [, , count]) => sum + count, 0);
    await until(() => total('deleted') === 3);
    expect([total('received'), total('deleted'), await left(main)]).toEqual([4, 3, 0]);
    expect(new Set(counted.map(([, name]) => name))).toEqual(new Set([main.name]));
  });

  it('a queue mapping redelivers only the failed messages of a batch', async () => {
    const { main } = await aQueue();
    const deliver = failingOnceOn('b');
    await send(main, 'a', 'b', 'c');
    start(main, deliver.invoke);
    await emptied(main);
    expect(bodies(deliver.batches)).toEqual(['a', 'b', 'c', 'b']);
    expect(deliver.batches[1]?.[0]).toMatchObject({ attributes: { ApproximateReceiveCount: '2' } });
  });

  it('a queue mapping redelivers the whole batch if the function throws', async () => {
    const { main } = await aQueue();
    const deliver = recordingFunction((_, n) => (n === 1 ? Promise.reject(new Error('no')) : null));
    await send(main, 'a', 'b');
    start(main, deliver.invoke);
    await emptied(main);
    expect(bodies(deliver.batches).sort()).toEqual(['a', 'a', 'b', 'b']);
  });

  it('a message becomes a dead letter after a queue mapping has delivered it maxReceiveCount times', async () => {
    const { main, dead } = await aQueue(2);
    const deliver = recordingFunction(() => Promise.reject(new Error('no')));
    await send(main, 'bad');
    start(main, deliver.invoke);
    await until(async () => (await left(dead)) === 1);
    expect(bodies(deliver.batches)).toEqual(['bad', 'bad']);
    expect(await left(main)).toBe(0);
  });

  it('a queue mapping does not exceed its maximum number of concurrent batches', async () => {
    const { main } = await aQueue();
    let now = 0;
    let most = 0;
    const gate = Promise.withResolvers<null>();
    const deliver = recordingFunction(async () => {
      now += 1;
      most = Math.max(most, now);
      await gate.promise;
      now -= 1;
      return null;
    });
    start(main, deliver.invoke, { maximumConcurrency: 2, batchSize: 1 });
    await send(main, 'a', 'b', 'c', 'd', 'e');
    await until(() => deliver.batches.length === 2);
    gate.resolve(null);
    await emptied(main);
    expect(most).toBe(2);
  });

  it('a stopped queue mapping passes no messages to the function until it starts again', async () => {
    const { main } = await aQueue();
    const deliver = recordingFunction();
    const poller = start(main, deliver.invoke);
    await send(main, 'a');
    await emptied(main);
    const stopped = poller.stop();
    await send(main, 'b');
    await stopped;
    expect(bodies(deliver.batches)).toEqual(['a']);
    poller.start();
    await emptied(main);
    expect(bodies(deliver.batches)).toEqual(['a', 'b']);
  });

  it('a queue mapping waits for the end of its current batch before it stops', async () => {
    const { main } = await aQueue();
    const gate = Promise.withResolvers<null>();
    const deliver = recordingFunction(() => gate.promise);
    const poller = start(main, deliver.invoke);
    await send(main, 'a');
    await until(() => deliver.batches.length === 1);
    const stopped = poller.stop();
    gate.resolve(null);
    await stopped;
    expect(await left(main)).toBe(0);
  });
});
