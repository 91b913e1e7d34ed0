import { setTimeout as sleepMs } from 'node:timers/promises';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { functionClient } from '../../aws/client.ts';

/** A connection to the table. Every store is made from one. */
export interface Table {
  readonly db: DynamoDBDocumentClient;
  readonly name: string;
  /** Random numbers and waits of retries, which tests replace; `REAL_PACING` when absent. */
  readonly pacing?: Pacing | undefined;
}

export type Item = Record<string, unknown>;

/** Connects to a table, with the time limits of a function unless `config` has others. */
export const connectTable = (name: string, config: DynamoDBClientConfig = {}): Table => ({
  db: DynamoDBDocumentClient.from(functionClient(DynamoDBClient, config), {
    marshallOptions: { removeUndefinedValues: true },
  }),
  name,
});

/** Random numbers and waits of retries. Tests replace both. */
export interface Pacing {
  readonly random: () => number;
  readonly sleepMs: (durationMs: number) => Promise<unknown>;
}

export const REAL_PACING: Pacing = { random: Math.random, sleepMs };
