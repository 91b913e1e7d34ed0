import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Pacing } from './pacing.ts';

/** Where items live. Every store is made from one of these. */
export interface Table {
  readonly db: DynamoDBDocumentClient;
  readonly name: string;
  /** How requests are repeated that DynamoDB puts off; really by chance and time unless given. */
  readonly pacing?: Pacing | undefined;
}

export type Item = Record<string, unknown>;

/** Region, credentials and (locally) the endpoint come from the environment, as the SDK reads it, unless they are given. */
export const connectTable = (name: string, config: DynamoDBClientConfig = {}): Table => ({
  db: DynamoDBDocumentClient.from(new DynamoDBClient(config), { marshallOptions: { removeUndefinedValues: true } }),
  name,
});
