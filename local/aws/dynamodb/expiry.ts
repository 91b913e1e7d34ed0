import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { pause } from '../../../tooling/machine/pause.ts';
import type { TableModel } from '../cloudformation/stack-model.ts';
import { deleteExpiredItems } from './expired-items.ts';
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
    /** Resolves when the running round has ended. */
    async close() {
      stopping.abort();
      await running;
    },
  };
}
