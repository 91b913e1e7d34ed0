import { randomUUID } from 'node:crypto';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { TABLE } from '../../../shared/names/table.ts';
import type { Table } from '../../../shared/store/table/connect.ts';

/** Returns a client of the engine that the test run started. */
export const testClient = () =>
  new DynamoDBClient({
    endpoint: process.env['TEST_DYNAMODB_ENDPOINT'] ?? 'http://127.0.0.1:1',
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

/** Returns the keys, indexes and stream that the stack gives the table. */
export function tableShape(TableName: string) {
  const { partitionKey, sortKey, dueIndex, partnerIndex, undeliveredIndex } = TABLE;
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      { AttributeName: partitionKey, AttributeType: 'S' },
      { AttributeName: sortKey, AttributeType: 'S' },
      { AttributeName: dueIndex.partitionKey, AttributeType: 'S' },
      { AttributeName: dueIndex.sortKey, AttributeType: 'N' },
      { AttributeName: partnerIndex.partitionKey, AttributeType: 'S' },
      { AttributeName: partnerIndex.sortKey, AttributeType: 'S' },
      { AttributeName: undeliveredIndex.partitionKey, AttributeType: 'S' },
    ],
    KeySchema: keySchema(partitionKey, sortKey),
    GlobalSecondaryIndexes: [
      ...[dueIndex, partnerIndex].map((index) => ({
        IndexName: index.name,
        KeySchema: keySchema(index.partitionKey, index.sortKey),
        Projection: { ProjectionType: 'KEYS_ONLY' as const },
      })),
      {
        IndexName: undeliveredIndex.name,
        KeySchema: keySchema(undeliveredIndex.partitionKey, undeliveredIndex.sortKey),
        Projection: { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...undeliveredIndex.projected] },
      },
    ],
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
  } satisfies CreateTableCommandInput;
}

/** Creates a table with the same keys, indexes and stream as the deployed one. */
export async function testTable(client: DynamoDBClient = testClient()): Promise<Table> {
  const name = `test-${randomUUID()}`;
  await client.send(new CreateTableCommand(tableShape(name)));
  await waitUntilTableExists({ client, maxWaitTime: 20, minDelay: 0.05, maxDelay: 0.2 }, { TableName: name });
  return { db: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }), name };
}

const keySchema = (partitionKey: string, sortKey: string) => [
  { AttributeName: partitionKey, KeyType: 'HASH' as const },
  { AttributeName: sortKey, KeyType: 'RANGE' as const },
];
