import { randomUUID } from 'node:crypto';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  type DynamoDBClientConfig,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { TABLE } from '../../../shared/names/table.ts';
import type { Table } from '../../../shared/store/table/connect.ts';
import { REGION } from '../../../tooling/local-service.ts';
import { TEST_ACCESS, testSettings } from '../access.ts';

/**
 * Gives each request the same made-up signature. The engines want one but never verify it, and a signature of its own
 * for each request takes a quarter of the client's CPU time.
 */
const fixedSigner: DynamoDBClientConfig['signer'] = {
  sign: async (request) => {
    const scope = `${TEST_ACCESS.accessKeyId}/20260101/${REGION}/dynamodb/aws4_request`;
    request.headers['authorization'] =
      `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=${'0'.repeat(64)}`;
    request.headers['x-amz-date'] = '20260101T000000Z';
    return request;
  },
};

/** Returns a client of an engine, by default of the one that the test run started. */
export const testClient = (endpoint = process.env['TEST_DYNAMODB_ENDPOINT'] ?? 'http://127.0.0.1:1') =>
  new DynamoDBClient({ ...testSettings(endpoint), signer: fixedSigner });

/** Returns a table without the timeouts of functions, because a busy machine responds late. */
export const tableAt = (client: DynamoDBClient, name: string): Table => ({
  db: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
  name,
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
  return tableAt(client, name);
}

const keySchema = (partitionKey: string, sortKey: string) => [
  { AttributeName: partitionKey, KeyType: 'HASH' as const },
  { AttributeName: sortKey, KeyType: 'RANGE' as const },
];

export type StoredItem = Readonly<Record<string, unknown>>;

/** Returns all items of the table, sorted by key. */
export async function allItems({ db, name }: Table): Promise<StoredItem[]> {
  const items: StoredItem[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await db.send(new ScanCommand({ TableName: name, ExclusiveStartKey, ConsistentRead: true }));
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
  return items.sort((one, other) => (keyText(one) < keyText(other) ? -1 : 1));
}

const keyText = ({ PK, SK }: StoredItem) => `${String(PK)} ${String(SK)}`;
