import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DescribeStreamCommand, type DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { readStream } from '../../../local/aws/event-sources/streams/reader.ts';
import { newDelivery } from '../../../shared/store/deliveries/item.ts';
import { keys } from '../../../shared/store/table/keys.ts';
import { NOW_MS } from '../../support/functions/line-world.ts';
import { testTable } from '../../support/table/table.ts';
import { fakeStreams, rejection } from '../fake-clients.ts';
import { queueWorld } from './queue-world.ts';

describe('dead letters in the queue relay-failures', () => {
  const queues = queueWorld();

  /** Returns what Lambda writes when it gives up on the records of these new rows. */
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
    const { StreamDescription } = await queues.streams.send(new DescribeStreamCommand({ StreamArn: streamArn }));
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
    return { table, failure, sequences: await sequencesOf(queues.streams, streamArn) };
  }

  it("a dead letter in relay-failures is listed with its calls and with Lambda's reason for the failure", async () => {
    const { failure, sequences } = await aFailure([{ callId: 'call_1' }, { callId: 'call_2' }, { callId: 'call_3' }]);
    await queues.send('relay-failures', failure(2, 4, sequences));
    const { json } = await queues.operator();
    expect(await json('dlq', 'list')).toMatchObject([
      { queue: 'relay-failures', callIds: ['call_2', 'call_3'], partnerId: null, note: 'RetryAttemptsExhausted' },
    ]);
    expect(await queues.visible('relay-failures')).toBe(1);
  });

  it('a redrive of relay-failures sends the wake-ups for pending deliveries', async () => {
    const { table, failure, sequences } = await aFailure([
      { callId: 'call_1' },
      { callId: 'call_2', change: { status: 'delivered' } },
    ]);
    await queues.send('relay-failures', failure(0, 3, sequences));
    const { json } = await queues.operator({ table });
    expect(await json('dlq', 'redrive')).toEqual({ matched: 1, redriven: 1 });
    expect(await queues.bodies('main')).toMatchObject([{ v: 1, callId: 'call_1', partnerId: 'pt_1' }]);
    expect(await json('dlq', 'list')).toEqual([]);
  });

  it('a dead letter with an unreadable delivery stays in relay-failures', async () => {
    const { table, failure, sequences } = await aFailure([
      { callId: 'call_1', change: { attempts: 'unreadable' } },
      { callId: 'call_2' },
    ]);
    await queues.send('relay-failures', failure(0, 3, sequences));
    const { run } = await queues.operator({ table });
    const { code, out, err } = await run('--json', 'dlq', 'redrive', '--queue', 'relay-failures');
    expect([code, JSON.parse(out)]).toEqual([1, { matched: 1, redriven: 0 }]);
    const [said = '', drop = ''] = err.split(
      '. Once the cause is clear, delete the message: npm run -s operator -- --data .local ',
    );
    expect(said).toMatch(/^Message \S+ stays in the queue: the delivery of call_1 cannot be read$/);
    expect(await queues.bodies('main')).toMatchObject([{ callId: 'call_2' }]);
    expect(await queues.visible('relay-failures')).toBe(1);

    const { json } = await queues.operator({ table });
    expect(await json(...drop.trim().split(' '))).toMatchObject([{ callIds: ['call_1', 'call_2'], dropped: true }]);
    expect(await queues.visible('relay-failures')).toBe(0);
  });

  it('a redrive of relay-failures runs a sweep if the stream no longer has the records of a dead letter', async () => {
    const { table, failure, sequences } = await aFailure([{ callId: 'call_1' }]);
    await queues.send('relay-failures', failure(0, 0, sequences));
    const invoked: string[] = [];
    const { json } = await queues.operator({
      table,
      invoked: (name) => {
        invoked.push(name);
        return { due: 0, queued: 0, settledDead: 0 };
      },
      parts: { streams: fakeStreams(() => rejection('TrimmedDataAccessException')) },
    });
    expect(await json('dlq', 'list')).toMatchObject([
      { callIds: [], note: 'RetryAttemptsExhausted; the stream no longer has the 1 records' },
    ]);
    expect(await json('dlq', 'redrive')).toEqual({ matched: 1, redriven: 1 });
    expect(invoked).toEqual(['sweep']);
    expect(await queues.visible('relay-failures')).toBe(0);
  });

  it('a dead letter of an unknown format stays in relay-failures', async () => {
    await queues.send('relay-failures', { hello: 'there' });
    const { run } = await queues.operator();
    const { code, err } = await run('dlq', 'redrive');
    expect(code).toBe(1);
    expect(err).toMatch(
      /^Message \S+ stays in the queue: this version cannot read the message\. Once the cause is clear, delete the message: /,
    );
    expect(await queues.visible('relay-failures')).toBe(1);
  });
});

async function sequencesOf(streams: DynamoDBStreamsClient, streamArn: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { records } of readStream(streams, streamArn, 'TRIM_HORIZON')) {
    found.push(...records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? ''));
    if (records.length === 0) return found;
  }
  throw new Error('The stream ended without its last records');
}
