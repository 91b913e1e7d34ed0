import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Table } from '../../../shared/store/table/connect.ts';
import { testSettings } from '../../support/access.ts';
import { ENGINE } from './known-differences.ts';

interface Change {
  readonly key: object;
  readonly eventName: string;
}

/** Returns the events of each item, in order. */
export const historyOf = (changes: readonly Change[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...Map.groupBy(changes, ({ key }) => JSON.stringify(key))].map(([key, ofIt]) => [
      key,
      ofIt.map(({ eventName }) => eventName),
    ]),
  );

/** Reads the whole stream of a table. Neither engine ever splits its shard. */
export async function streamOf({ name }: Table) {
  const settings = testSettings(process.env['TEST_DYNAMODB_ENDPOINT'] ?? '');
  const streams = new DynamoDBStreamsClient(settings);
  const described = await new DynamoDBClient(settings).send(new DescribeTableCommand({ TableName: name }));
  const StreamArn = described.Table?.LatestStreamArn;
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const ShardId = StreamDescription?.Shards?.[0]?.ShardId;
  const start = await streams.send(
    new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }),
  );
  const changes: Change[] = [];
  for (let ShardIterator = start.ShardIterator; ShardIterator !== undefined; ) {
    const { Records = [], NextShardIterator } = await streams.send(new GetRecordsCommand({ ShardIterator }));
    if (Records.length === 0) break;
    for (const { eventName = '', dynamodb } of Records) {
      const { PK, SK } = unmarshall(dynamodb?.Keys ?? {});
      changes.push({ key: { PK, SK }, eventName });
    }
    ShardIterator = NextShardIterator;
  }
  return changes;
}

/**
 * Returns the recorded events of an item, without the events of writes that changed nothing: dynoxide records such
 * writes, AWS does not. `events` are the expected events.
 */
export function withoutIdle(recorded: readonly string[], events: readonly string[]): readonly string[] {
  if (ENGINE === 'dynamoDbLocal') return recorded;
  const found: string[] = [];
  for (const event of recorded) {
    if (event !== 'MODIFY' || events[found.length] === 'MODIFY') found.push(event);
  }
  return found;
}
