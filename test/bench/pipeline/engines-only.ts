import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Pool } from 'undici';
import * as z from 'zod';
import { startEngines } from '../../../local/engines/engines.ts';
import { inParallel } from '../../../operator/in-parallel.ts';
import { chunksOf } from '../../../shared/domain/chunks.ts';
import { TABLE } from '../../../shared/names/table.ts';
import { TEST_ACCESS } from '../../support/access.ts';
import { testTable } from '../../support/table/table.ts';

const CONNECTIONS = 64;
/** The number of consumers in the local service. */
const CONSUMERS = 4;
const BATCH = 10;
const IDLE_MS = 5;

const stream = z.object({ Table: z.object({ LatestStreamArn: z.string() }) });
const shards = z.object({ StreamDescription: z.object({ Shards: z.array(z.object({ ShardId: z.string() })).min(1) }) });
const iterator = z.object({ ShardIterator: z.string() });
const page = z.object({ Records: z.array(z.unknown()), NextShardIterator: z.string() });
const queueUrl = z.object({ QueueUrl: z.string() });
const messages = z.object({ Messages: z.array(z.object({ ReceiptHandle: z.string() })).default([]) });

/**
 * Starts the same engines without the service. An event is put, read from the stream, sent to the queue, received and
 * deleted, by plain HTTP requests without SDK, signature or schema. No design on these engines can be faster.
 */
export async function startEnginesOnly() {
  const dataDir = mkdtempSync(join(tmpdir(), 'engines-only-'));
  const engines = await startEngines({ dataDir, accessKeyId: TEST_ACCESS.accessKeyId });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const endpoint = engines.dynamodbEndpoint;
  const { name: TableName } = await testTable(new DynamoDBClient({ endpoint, region: 'eu-west-1', credentials }));
  const [table, queues] = [poolAt(endpoint), poolAt(engines.sqsEndpoint)];
  const { QueueUrl } = queueUrl.parse(await queues.ask('AmazonSQS.CreateQueue', { QueueName: 'bound' }));
  let shardIterator = await latest(table, TableName);
  let made = 0;

  const put = (summary: string) => {
    made += 1;
    const Item = {
      [TABLE.partitionKey]: { S: `LINE#${made % 10}` },
      [TABLE.sortKey]: { S: `CALL#${made}` },
      summary: { S: summary },
    };
    return table.ask('DynamoDB_20120810.PutItem', { TableName, Item });
  };

  /** Moves every event from the stream to the queue. */
  const relay = async (count: number) => {
    for (let relayed = 0; relayed < count; ) {
      const asked = { ShardIterator: shardIterator, Limit: 1_000 };
      const { Records, NextShardIterator } = page.parse(await table.ask('DynamoDBStreams_20120810.GetRecords', asked));
      shardIterator = NextShardIterator;
      relayed += Records.length;
      if (Records.length === 0) await sleep(IDLE_MS);
      const batches = chunksOf(Records, BATCH).map((batch) => ({
        QueueUrl,
        Entries: batch.map((record, index) => ({ Id: String(index), MessageBody: JSON.stringify(record) })),
      }));
      await Promise.all(batches.map((batch) => queues.ask('AmazonSQS.SendMessageBatch', batch)));
    }
  };

  const consume = async (count: number) => {
    let consumed = 0;
    const worker = async () => {
      while (consumed < count) {
        const asked = { QueueUrl, MaxNumberOfMessages: BATCH, WaitTimeSeconds: 0 };
        const { Messages } = messages.parse(await queues.ask('AmazonSQS.ReceiveMessage', asked));
        if (Messages.length === 0) {
          await sleep(IDLE_MS);
          continue;
        }
        const Entries = Messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
        await queues.ask('AmazonSQS.DeleteMessageBatch', { QueueUrl, Entries });
        consumed += Messages.length;
      }
    };
    await Promise.all(Array.from({ length: CONSUMERS }, worker));
  };

  return {
    /** Returns the events per second for `count` events with `writers` writers. */
    async throughput(count: number, writers: number, summary: string): Promise<number> {
      const startedMs = performance.now();
      const all = Array.from({ length: count }, () => summary);
      await Promise.all([inParallel(all, writers, put), relay(count), consume(count)]);
      return (count / (performance.now() - startedMs)) * 1_000;
    },
    async close() {
      await Promise.all([table.close(), queues.close()]);
      await engines.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Sends plain requests to an engine that speaks an AWS JSON protocol. */
function poolAt(endpoint: string) {
  const pool = new Pool(endpoint, { connections: CONNECTIONS });
  return {
    async ask(target: string, body: object): Promise<unknown> {
      const headers = {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': target,
        'x-amz-date': '20260101T000000Z',
        authorization:
          'AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/any/aws4_request, SignedHeaders=host, Signature=0',
      };
      const response = await pool.request({ path: '/', method: 'POST', headers, body: JSON.stringify(body) });
      const text = await response.body.text();
      if (response.statusCode !== 200) throw new Error(`${target}: ${response.statusCode} ${text}`);
      return text === '' ? {} : JSON.parse(text);
    },
    close: () => pool.close(),
  };
}

async function latest(table: ReturnType<typeof poolAt>, TableName: string): Promise<string> {
  const { Table } = stream.parse(await table.ask('DynamoDB_20120810.DescribeTable', { TableName }));
  const StreamArn = Table.LatestStreamArn;
  const { StreamDescription } = shards.parse(await table.ask('DynamoDBStreams_20120810.DescribeStream', { StreamArn }));
  const ShardId = StreamDescription.Shards[0]?.ShardId;
  const asked = { StreamArn, ShardId, ShardIteratorType: 'LATEST' };
  return iterator.parse(await table.ask('DynamoDBStreams_20120810.GetShardIterator', asked)).ShardIterator;
}
