import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DescribeStreamCommand, DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { clientSettings } from '../../bin/local/client-settings.ts';
import { readStream } from '../../bin/local/stream-reader.ts';
import { newDelivery } from '../../shared/store/delivery-item.ts';
import { keys } from '../../shared/store/keys.ts';
import { type Engine, startFauxqs } from '../support/engine.ts';
import { NOW_MS } from '../support/line-world.ts';
import { testTable } from '../support/table.ts';
import { type Asked, fakeSqs, fakeStreams, refused } from './fake-clients.ts';
import { operatorWorld, outputs } from './operator-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'dlq-'));
let engine: Engine;
let sqs: SQSClient;
const streams = new DynamoDBStreamsClient(clientSettings(process.env['TEST_DYNAMODB_ENDPOINT'] ?? ''));
beforeAll(async () => {
  engine = await startFauxqs(folder);
  sqs = new SQSClient(clientSettings(engine.endpoint));
});
afterAll(async () => {
  sqs.destroy();
  streams.destroy();
  await engine.stop();
  rmSync(folder, { recursive: true });
});

let count = 0;
let queues: Readonly<Record<'main' | 'slow' | 'dead' | 'relay', string>>;
beforeEach(async () => {
  count += 1;
  const [main = '', slow = '', dead = '', relay = ''] = await Promise.all(
    ['main', 'slow', 'dead', 'relay'].map(async (kind) => {
      const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: `${kind}-${count}` }));
      return QueueUrl;
    }),
  );
  queues = { main, slow, dead, relay };
});

type Parts = NonNullable<Parameters<typeof operatorWorld>[0]>;
const operator = (about: Parts = {}) =>
  operatorWorld({
    ...about,
    parts: {
      sqs,
      streams,
      outputs: {
        ...outputs,
        DeliveryQueueUrl: queues.main,
        SlowQueueUrl: queues.slow,
        DeadLetterQueueUrl: queues.dead,
        RelayFailureQueueUrl: queues.relay,
      },
      ...about.parts,
    },
  });

const send = (QueueUrl: string, body: unknown) =>
  sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: typeof body === 'string' ? body : JSON.stringify(body) }));
const wakeUpOf = (callId: string) => ({ v: 1, callId, partnerId: 'pt_1', tenantId: 'tn_1', storedAtMs: NOW_MS });

async function visible(QueueUrl: string): Promise<number> {
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
  return Number(Attributes?.ApproximateNumberOfMessages);
}
async function bodies(QueueUrl: string): Promise<unknown[]> {
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
  return Messages.map(({ Body = '' }) => JSON.parse(Body));
}

describe('dead letters', () => {
  it('are listed with their ids, and are all still there afterwards, for others to see at once', async () => {
    await send(queues.dead, wakeUpOf('call_1'));
    const { json } = await operator();
    expect(await json('dlq', 'list')).toEqual([
      {
        queue: 'dead-letters',
        messageId: expect.any(String),
        since: expect.stringMatching(/^\d{4}-.*Z$/),
        receivedCount: 1,
        callIds: ['call_1'],
        partnerId: 'pt_1',
        note: null,
      },
    ]);
    expect(await visible(queues.dead)).toBe(1);
    expect(await json('dlq', 'list', '--queue', 'dead-letters')).toMatchObject([{ receivedCount: 2 }]);
    expect(await json('dlq', 'list', '--queue', 'relay-failures')).toEqual([]);
  });

  it('are listed each once, however many there are', async () => {
    const callIds = Array.from({ length: 57 }, (_, n) => `call_${n}`);
    for (const callId of callIds) await send(queues.dead, wakeUpOf(callId));
    const { json } = await operator();
    const listed: { callIds: string[] }[] = await json('dlq', 'list');
    expect(listed.flatMap((one) => one.callIds).sort()).toEqual(callIds.sort());
    expect(await visible(queues.dead)).toBe(57);
  });

  it('that nobody can read say so, and not what is in them', async () => {
    await send(queues.dead, '{"v":9,"summary":"private"}');
    await send(queues.dead, 'not JSON');
    const { run } = await operator();
    const { out } = await run('--json', 'dlq', 'list');
    expect(JSON.parse(out)).toMatchObject([
      { callIds: [], partnerId: null, note: 'not a wake-up that this version knows' },
      { callIds: [], partnerId: null, note: 'not a wake-up that this version knows' },
    ]);
    expect(out).not.toContain('private');
  });

  it('are queued again, as they were', async () => {
    await send(queues.dead, wakeUpOf('call_1'));
    await send(queues.dead, wakeUpOf('call_2'));
    const { json } = await operator();
    expect(await json('dlq', 'redrive')).toEqual({ matched: 2, redriven: 2 });
    expect(await visible(queues.dead)).toBe(0);
    expect(await bodies(queues.main)).toEqual([wakeUpOf('call_1'), wakeUpOf('call_2')]);
    expect(await json('dlq', 'redrive')).toEqual({ matched: 0, redriven: 0 });
  });

  it('are there twice rather than not at all when the tool dies in between', async () => {
    await send(queues.dead, wakeUpOf('call_1'));
    const deathBeforeDeletion: Pick<SQSClient, 'send'> = Object.create(sqs, {
      send: {
        value: (command: { constructor: { name: string } }) => {
          if (command.constructor.name === 'DeleteMessageCommand') throw new Error('killed');
          return Reflect.apply(sqs.send, sqs, [command]);
        },
      },
    });
    const { run } = await operator({ parts: { sqs: deathBeforeDeletion } });
    expect(await run('dlq', 'redrive', '--queue', 'dead-letters')).toMatchObject({ code: 1 });
    expect([await visible(queues.dead), await visible(queues.main)]).toEqual([1, 1]);
  });
});

describe('dead letters on AWS', () => {
  const ARN = 'arn:aws:sqs:eu-west-1:000000000000:dead';
  const Body = 'not JSON';
  const MD5OfBody = createHash('md5').update(Body).digest('hex');
  /** SQS with its task for moving messages, which ends as the test says after a look. */
  function world(task: Readonly<Record<string, unknown>>) {
    const asked: string[] = [];
    const answers: Readonly<Record<string, (asked: Asked) => unknown>> = {
      GetQueueAttributes: () => ({ Attributes: { QueueArn: ARN } }),
      StartMessageMoveTask: () => ({ TaskHandle: 'handle' }),
      ListMessageMoveTasks: () => ({
        Results: [asked.filter((one) => one === 'ListMessageMoveTasks').length === 1 ? { Status: 'RUNNING' } : task],
      }),
      ReceiveMessage: () => ({
        Messages: asked.includes('DeleteMessage')
          ? []
          : [{ MessageId: 'm-1', ReceiptHandle: 'r-1', Body, MD5OfBody, Attributes: { MessageGroupId: 'pt_1' } }],
      }),
      SendMessage: ({ body }) => {
        sent.push(body);
        return { MessageId: 'm-2', MD5OfMessageBody: MD5OfBody };
      },
      DeleteMessage: () => ({}),
    };
    const sent: unknown[] = [];
    const client = fakeSqs((one) => {
      asked.push(one.operation);
      return { body: answers[one.operation]?.(one) ?? {} };
    });
    return { asked, sent, operator: operatorWorld({ parts: { sqs: client } }) };
  }

  it('are moved by SQS itself, and the command comes back when they are', async () => {
    const { asked, operator } = world({
      Status: 'COMPLETED',
      ApproximateNumberOfMessagesMoved: 7,
      ApproximateNumberOfMessagesToMove: 7,
    });
    const { json, sleptMs } = await operator;
    expect(await json('dlq', 'redrive', '--queue', 'dead-letters')).toEqual({ matched: 7, redriven: 7 });
    expect(asked).not.toContain('ReceiveMessage');
    expect(sleptMs).toEqual([1_000]);
  });

  it('are moved by hand where SQS cannot tell whence they came', async () => {
    const { sent, operator } = world({
      Status: 'FAILED',
      FailureReason: 'CouldNotDetermineMessageSource',
      ApproximateNumberOfMessagesMoved: 2,
    });
    const { json } = await operator;
    expect(await json('dlq', 'redrive', '--queue', 'dead-letters')).toEqual({ matched: 3, redriven: 3 });
    expect(sent).toEqual([{ QueueUrl: outputs.DeliveryQueueUrl, MessageBody: Body, MessageGroupId: 'pt_1' }]);
  });

  it('stay when the operator may not move them, and the reason is given', async () => {
    const client = fakeSqs(() =>
      refused('AccessDeniedException', 'not authorized to perform sqs:StartMessageMoveTask'),
    );
    const { run } = await operatorWorld({ parts: { sqs: client } });
    const { code, err } = await run('dlq', 'redrive', '--queue', 'dead-letters');
    expect([code, err]).toEqual([
      1,
      'Not done: AccessDeniedException, not authorized to perform sqs:StartMessageMoveTask\n',
    ]);
  });
});

describe('relay failures', () => {
  /** What Lambda writes when it gives up on the records of these new rows. */
  async function aFailure(rows: readonly { callId: string; change?: Readonly<Record<string, unknown>> }[]) {
    const table = await testTable();
    for (const { callId, change } of rows) {
      const row = newDelivery({ callId, tenantId: 'tn_1', partnerId: 'pt_1', storedAtMs: NOW_MS }, 300_000);
      const Item = { ...keys.delivery(callId), ...row, ...change };
      await table.db.send(new PutCommand({ TableName: table.name, Item }));
      await table.db.send(new PutCommand({ TableName: table.name, Item: { PK: `CALL#${callId}`, SK: 'OTHER' } }));
    }
    const { Table } = await table.db.send(new DescribeTableCommand({ TableName: table.name }));
    const streamArn = Table?.LatestStreamArn ?? '';
    const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn: streamArn }));
    const shardId = StreamDescription?.Shards?.[0]?.ShardId ?? '';
    const failure = (start: number, end: number, sequences: readonly string[]) => ({
      requestContext: {
        requestId: 'r',
        functionArn: 'f',
        condition: 'RetryAttemptsExhausted',
        approximateInvokeCount: 6,
      },
      version: '1.0',
      timestamp: '2026-11-21T10:00:00.000Z',
      DDBStreamBatchInfo: {
        shardId,
        startSequenceNumber: sequences[start],
        endSequenceNumber: sequences[end],
        batchSize: end - start + 1,
        streamArn,
      },
    });
    return { table, failure, sequences: await sequencesOf(streamArn, shardId) };
  }

  it('are listed with the calls they are about, and why they were given up', async () => {
    const { failure, sequences } = await aFailure([{ callId: 'call_1' }, { callId: 'call_2' }, { callId: 'call_3' }]);
    await send(queues.relay, failure(2, 4, sequences));
    const { json } = await operator();
    expect(await json('dlq', 'list')).toMatchObject([
      { queue: 'relay-failures', callIds: ['call_2', 'call_3'], partnerId: null, note: 'RetryAttemptsExhausted' },
    ]);
    expect(await visible(queues.relay)).toBe(1);
  });

  it('have what still waits of their deliveries queued, and are gone then', async () => {
    const { table, failure, sequences } = await aFailure([
      { callId: 'call_1' },
      { callId: 'call_2', change: { status: 'delivered' } },
    ]);
    await send(queues.relay, failure(0, 3, sequences));
    const { json } = await operator({ table });
    expect(await json('dlq', 'redrive')).toEqual({ matched: 1, redriven: 1 });
    expect(await bodies(queues.main)).toMatchObject([{ v: 1, callId: 'call_1', partnerId: 'pt_1' }]);
    expect(await json('dlq', 'list')).toEqual([]);
  });

  it('stay while one of their deliveries cannot be read, which is said; the others are queued', async () => {
    const { table, failure, sequences } = await aFailure([
      { callId: 'call_1', change: { attempts: 'unreadable' } },
      { callId: 'call_2' },
    ]);
    await send(queues.relay, failure(0, 3, sequences));
    const { run } = await operator({ table });
    const { code, out, err } = await run('--json', 'dlq', 'redrive', '--queue', 'relay-failures');
    expect([code, JSON.parse(out)]).toEqual([1, { matched: 1, redriven: 0 }]);
    expect(err).toMatch(/^Message \S+ stays: the delivery of call_1 cannot be read\.\n$/);
    expect(await bodies(queues.main)).toMatchObject([{ callId: 'call_2' }]);
    expect(await visible(queues.relay)).toBe(1);
  });

  it('of which the stream knows nothing any more are swept up, and say so in the list', async () => {
    const { table, failure, sequences } = await aFailure([{ callId: 'call_1' }]);
    await send(queues.relay, failure(0, 0, sequences));
    const invoked: string[] = [];
    const { json } = await operator({
      table,
      invoked: (name) => {
        invoked.push(name);
        return { due: 0, queued: 0, settledDead: 0 };
      },
      parts: { streams: fakeStreams(() => refused('TrimmedDataAccessException')) },
    });
    expect(await json('dlq', 'list')).toMatchObject([
      { callIds: [], note: 'RetryAttemptsExhausted; the stream no longer has the 1 records' },
    ]);
    expect(await json('dlq', 'redrive')).toEqual({ matched: 1, redriven: 1 });
    expect(invoked).toEqual(['sweep']);
    expect(await visible(queues.relay)).toBe(0);
  });

  it('that are something else stay, and are named', async () => {
    await send(queues.relay, { hello: 'there' });
    const { run } = await operator();
    const { code, err } = await run('dlq', 'redrive');
    expect(code).toBe(1);
    expect(err).toMatch(/^Message \S+ stays: it is not a stream failure that this version knows\.\n$/);
    expect(await visible(queues.relay)).toBe(1);
  });
});

async function sequencesOf(streamArn: string, shardId: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { records } of readStream(streams, streamArn, 'TRIM_HORIZON')) {
    found.push(...records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? ''));
    if (records.length === 0) return found;
  }
  throw new Error(`The shard ${shardId} has ended`);
}
