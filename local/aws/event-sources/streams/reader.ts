import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  type GetRecordsOutput,
  GetShardIteratorCommand,
  type Shard,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';

/** How far a stream has been read: this record and all earlier records are handled. */
export interface StreamPosition {
  readonly shardId: string;
  readonly sequenceNumber: string;
}

export interface StreamPage {
  readonly shardId: string;
  /** The records of the page, in order. The list is often empty. */
  readonly records: readonly StreamRecord[];
}

type Place =
  | { readonly ShardIteratorType: 'TRIM_HORIZON' | 'LATEST' }
  | { readonly ShardIteratorType: 'AFTER_SEQUENCE_NUMBER'; readonly SequenceNumber: string };

/** The most records that GetRecords returns at once. */
const PAGE_LIMIT = 1_000;
const TRIM_HORIZON: Place = { ShardIteratorType: 'TRIM_HORIZON' };

/**
 * Reads a stream page by page, without end. Reads a shard, then its first child. The local engines never split a shard.
 * Only a missing NextShardIterator shows the end of a shard, because dynoxide wrongly gives an EndingSequenceNumber
 * even to an open shard.
 */
export async function* readStream(
  client: DynamoDBStreamsClient,
  StreamArn: string,
  from: StreamPosition | 'TRIM_HORIZON' | 'LATEST',
): AsyncGenerator<StreamPage, void> {
  let { shardId, place } = positionToStart(await shardsOf(client, StreamArn), from);
  for (;;) {
    let iterator = await getIteratorAt(client, { StreamArn, ShardId: shardId, ...place });
    while (iterator) {
      const page: GetRecordsOutput = await client.send(
        new GetRecordsCommand({ ShardIterator: iterator, Limit: PAGE_LIMIT }),
      );
      yield { shardId, records: page.Records ?? [] };
      iterator = page.NextShardIterator;
    }
    let child: string | undefined;
    while (!child) {
      yield { shardId, records: [] };
      const shards = await shardsOf(client, StreamArn);
      child = shards.find(({ ParentShardId }) => ParentShardId === shardId)?.ShardId;
    }
    shardId = child;
    place = TRIM_HORIZON;
  }
}

async function shardsOf(client: DynamoDBStreamsClient, StreamArn: string): Promise<Shard[]> {
  const shards: Shard[] = [];
  let ExclusiveStartShardId: string | undefined;
  do {
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn, ExclusiveStartShardId }));
    shards.push(...(StreamDescription?.Shards ?? []));
    ExclusiveStartShardId = StreamDescription?.LastEvaluatedShardId;
  } while (ExclusiveStartShardId);
  return shards;
}

/**
 * Returns where to begin. If the stream has deleted the shard of the last position, all records of this shard are gone
 * too. So reading begins with the oldest shard.
 */
function positionToStart(
  shards: readonly Shard[],
  from: StreamPosition | 'TRIM_HORIZON' | 'LATEST',
): { shardId: string; place: Place } {
  const ids = new Set(shards.map(({ ShardId }) => ShardId));
  if (typeof from === 'object' && ids.has(from.shardId)) {
    const { shardId, sequenceNumber } = from;
    return { shardId, place: { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: sequenceNumber } };
  }
  const parents = new Set(shards.map(({ ParentShardId }) => ParentShardId));
  const isFirst: (shard: Shard) => boolean =
    from === 'LATEST' ? ({ ShardId }) => !parents.has(ShardId) : ({ ParentShardId }) => !ids.has(ParentShardId);
  const shardId = shards.find(isFirst)?.ShardId;
  if (!shardId) throw new Error('The stream has no shard yet');
  return { shardId, place: from === 'LATEST' ? { ShardIteratorType: 'LATEST' } : TRIM_HORIZON };
}

async function getIteratorAt(client: DynamoDBStreamsClient, at: Place & { StreamArn: string; ShardId: string }) {
  try {
    return (await client.send(new GetShardIteratorCommand(at))).ShardIterator;
  } catch (error) {
    const isTrimmed = error instanceof Error && error.name === 'TrimmedDataAccessException';
    if (!isTrimmed) throw error;
    const { StreamArn, ShardId } = at;
    return (await client.send(new GetShardIteratorCommand({ StreamArn, ShardId, ...TRIM_HORIZON }))).ShardIterator;
  }
}
