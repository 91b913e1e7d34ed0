import {
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  type GetRecordsOutput,
  GetShardIteratorCommand,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import { NEW_DELIVERY_RECORD, TABLE } from '../../shared/names/table.ts';
import { callIdIn } from '../../shared/store/table/keys.ts';
import type { RelayFailure } from './message-bodies.ts';

/** Errors about deleted data: DynamoDB deletes expired records, and deletes a shard after its last record. */
const FORGOTTEN = ['TrimmedDataAccessException', 'ResourceNotFoundException'];
/** How many empty pages to read at most. AWS may return empty pages before a page with records. */
const MAX_EMPTY_PAGES = 100;

/**
 * Returns the ids of the calls whose new deliveries are in the batch. Undefined if the stream no longer has the
 * records.
 */
export async function callIdsInBatch(
  streams: Pick<DynamoDBStreamsClient, 'send'>,
  { DDBStreamBatchInfo: batch }: RelayFailure,
): Promise<string[] | undefined> {
  try {
    return (await readRecords(streams, batch)).flatMap(callIdOfNewDelivery);
  } catch (error) {
    if (error instanceof Error && FORGOTTEN.includes(error.name)) return undefined;
    throw error;
  }
}

async function readRecords(
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
    // Sequence numbers have different lengths, so a comparison as text would put 9 after 10.
    const isWithin = (record: StreamRecord) => BigInt(record.dynamodb?.SequenceNumber ?? 0) <= last;
    found.push(...records.filter(isWithin));
    if (records.some(({ dynamodb }) => BigInt(dynamodb?.SequenceNumber ?? 0) >= last)) break;
    if (records.length === 0) empty += 1;
    iterator = page.NextShardIterator;
  }
  return found;
}

function callIdOfNewDelivery({ eventName, dynamodb }: StreamRecord): string[] {
  const PK = dynamodb?.Keys?.[TABLE.partitionKey]?.S ?? '';
  const SK = dynamodb?.Keys?.[TABLE.sortKey]?.S;
  const isNewDelivery = eventName === NEW_DELIVERY_RECORD.eventName && SK === NEW_DELIVERY_RECORD.sortKey;
  return isNewDelivery ? [callIdIn(PK)] : [];
}
