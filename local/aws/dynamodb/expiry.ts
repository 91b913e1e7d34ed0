import { setTimeout as sleepMs } from 'node:timers/promises';
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  paginateScan,
} from '@aws-sdk/client-dynamodb';
import { pause } from '../../../tooling/machine/pause.ts';
import type { TableModel } from '../cloudformation/stack-model.ts';
import { tableProperties } from '../cloudformation/table-properties.ts';
import { trimStreamRecords } from './stream-records.ts';

interface Settings {
  readonly tables: readonly TableModel[];
  readonly dynamodb: DynamoDBClient;
  readonly databaseFile: string;
  readonly nowMs: () => number;
  readonly onFault: (fault: unknown) => void;
}

const EVERY_MS = 60 * 60 * 1000;

/**
 * Deletes expired items and old stream records. DynamoDB does this itself, but the embedded
 * engine does not.
 */
export function startExpiry({ tables, dynamodb, databaseFile, nowMs, onFault }: Settings) {
  const stopping = new AbortController();
  const { signal } = stopping;

  const round = async () => {
    for (const table of tables) {
      await deleteExpiredItems(dynamodb, table, { nowMs, signal });
      await trimStreamRecords(databaseFile, table.name, { nowMs: nowMs(), signal });
    }
  };
  const repeat = async () => {
    while (!signal.aborted) {
      await round().catch(onFault);
      await pause(EVERY_MS, signal);
    }
  };
  const running = repeat();
  return {
    /** Stops the deletion. Resolves when it has stopped. */
    async close() {
      stopping.abort();
      await running;
    },
  };
}

interface Options {
  readonly nowMs: () => number;
  /** Stops the deletion after the current item. The next deletion continues with the other items. */
  readonly signal: AbortSignal;
}

/** How many items one Scan reads. The number is small, because the engine handles one request at a time. */
const PAGE_LIMIT = 100;

/**
 * Deletes a table's expired items. On AWS, DynamoDB deletes expired items within days. Pauses after each page for as
 * long as the page took, so the engine has time for requests. Throws the engine's error.
 */
export async function deleteExpiredItems(
  client: DynamoDBClient,
  { name: TableName, properties }: TableModel,
  { nowMs, signal }: Options,
): Promise<void> {
  const { KeySchema, TimeToLiveSpecification: timeToLive } = tableProperties.parse(properties);
  if (!timeToLive?.Enabled) return;

  const isExpired = '#expiry < :now';
  const about = () => ({
    TableName,
    ExpressionAttributeValues: { ':now': { N: String(Math.floor(nowMs() / 1000)) } },
  });
  const keyNames = Object.fromEntries(KeySchema.map(({ AttributeName }, index) => [`#key${index}`, AttributeName]));
  const scan = {
    ...about(),
    FilterExpression: isExpired,
    ProjectionExpression: Object.keys(keyNames).join(),
    ExpressionAttributeNames: { '#expiry': timeToLive.AttributeName, ...keyNames },
    Limit: PAGE_LIMIT,
  };
  /** Deletes an item, unless somebody has meanwhile removed its expiry or moved it to the future. */
  const remove = async (Key: Record<string, AttributeValue>) => {
    const ExpressionAttributeNames = { '#expiry': timeToLive.AttributeName };
    const command = { ...about(), Key, ConditionExpression: isExpired, ExpressionAttributeNames };
    await client.send(new DeleteItemCommand(command)).catch((error: unknown) => {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    });
  };

  let askedAtMs = performance.now();
  for await (const { Items = [] } of paginateScan({ client }, scan)) {
    for (const Key of Items) {
      if (signal.aborted) return;
      await remove(Key);
    }
    await sleepMs(performance.now() - askedAtMs);
    if (signal.aborted) return;
    askedAtMs = performance.now();
  }
}
