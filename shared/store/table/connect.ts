import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Pacing } from './pacing.ts';

/** A connection to the table. Every store is made from one. */
export interface Table {
  readonly db: DynamoDBDocumentClient;
  readonly name: string;
  /** Random numbers and waits of retries, which tests replace; `REAL_PACING` when absent. */
  readonly pacing?: Pacing | undefined;
}

export type Item = Record<string, unknown>;

/**
 * Connects to a table. Unless `config` has them, the SDK reads region, credentials and (locally) the endpoint from the
 * environment.
 */
export const connectTable = (name: string, config: DynamoDBClientConfig = {}): Table => ({
  db: DynamoDBDocumentClient.from(new DynamoDBClient(config), { marshallOptions: { removeUndefinedValues: true } }),
  name,
});
