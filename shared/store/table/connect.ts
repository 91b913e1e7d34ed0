import { setTimeout as sleepMs } from 'node:timers/promises';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { functionClient } from '../../aws/client.ts';

export interface Table {
  readonly db: DynamoDBDocumentClient;
  readonly name: string;
  /** Makes the random numbers and the waits of retries. When absent, `REAL_PACING` is used. */
  readonly pacing?: Pacing | undefined;
}

export type Item = Record<string, unknown>;

/** Connects to a table, with the timeouts of a function unless `config` has others. */
export const connectTable = (name: string, config: DynamoDBClientConfig = {}): Table => ({
  db: DynamoDBDocumentClient.from(functionClient(DynamoDBClient, config), {
    marshallOptions: { removeUndefinedValues: true },
  }),
  name,
});

export interface Pacing {
  readonly random: () => number;
  readonly sleepMs: (durationMs: number) => Promise<unknown>;
}

export const REAL_PACING: Pacing = { random: Math.random, sleepMs };
