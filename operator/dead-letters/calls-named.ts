import {
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  type GetRecordsOutput,
  GetShardIteratorCommand,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import { TABLE } from '../../shared/names/table.ts';
import { callIdIn } from '../../shared/store/table/keys.ts';
import type { RelayFailure } from './bodies.ts';

/** A stream keeps its records for 24 hours, and forgets a shard with its last record. */
const FORGOTTEN = ['TrimmedDataAccessException', 'ResourceNotFoundException'];
/** AWS may answer with empty pages before it comes to a record. */
const MAX_EMPTY_PAGES = 100;

/** The calls whose new deliveries the failed records told of; undefined when the stream has forgotten them. */
export async function callsNamed(
  streams: Pick<DynamoDBStreamsClient, 'send'>,
  { DDBStreamBatchInfo: batch }: RelayFailure,
): Promise<string[] | undefined> {
  try {
    return (await recordsOf(streams, batch)).flatMap(callOf);
  } catch (error) {
    if (error instanceof Error && FORGOTTEN.includes(error.name)) return undefined;
    throw error;
  }
}

async function recordsOf(
  streams: Pick<DynamoDBStreamsClient, 'send'>,
  batch: RelayFailure['DDBStreamBatchInfo'],
): Promise<StreamRecord[]> {
  const last = BigInt(batch.endSequenceNumber);
  const found: StreamRecord[] = [];
  let { ShardIterator: iterator } = await streams.send(
    new GetShardIteratorCommand({
      StreamArn: batch.streamArn,
      ShardId: batch.shardId,
      ShardIteratorType: 'AT_SEQUENCE_NUMBER',
      SequenceNumber: batch.startSequenceNumber,
    }),
  );
  for (let empty = 0; iterator && empty < MAX_EMPTY_PAGES; ) {
    const page: GetRecordsOutput = await streams.send(new GetRecordsCommand({ ShardIterator: iterator }));
    const records = page.Records ?? [];
    // Decimals of different length: as text, 9 would come after 10.
    const isWithin = (record: StreamRecord) => BigInt(record.dynamodb?.SequenceNumber ?? 0) <= last;
    found.push(...records.filter(isWithin));
    if (records.some(({ dynamodb }) => BigInt(dynamodb?.SequenceNumber ?? 0) >= last)) break;
    if (records.length === 0) empty += 1;
    iterator = page.NextShardIterator;
  }
  return found;
}

/** The call whose delivery was to be relayed, if it is of one. */
function callOf({ eventName, dynamodb }: StreamRecord): string[] {
  const PK = dynamodb?.Keys?.[TABLE.partitionKey]?.S ?? '';
  const SK = dynamodb?.Keys?.[TABLE.sortKey]?.S;
  const isNewDelivery = eventName === 'INSERT' && SK === TABLE.deliverySortKey;
  return isNewDelivery ? [callIdIn(PK)] : [];
}
