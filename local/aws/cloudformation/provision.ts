import { setTimeout as sleepMs } from 'node:timers/promises';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { CreateQueueCommand, SetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { Problem } from '../../../tooling/command-line/problem.ts';
import type { QueueModel, StackModel, TableModel } from './stack-model.ts';
import { type TableProperties, tableProperties } from './table-properties.ts';

/** Queue attributes for encryption and access on AWS, which have no effect on one machine. */
const OMITTED_QUEUE_ATTRIBUTES = ['KmsMasterKeyId', 'KmsDataKeyReusePeriodSeconds', 'SqsManagedSseEnabled', 'Policy'];

/**
 * Creates missing tables, indexes and queues, and keeps what they contain. Returns the stream ARNs by the tables' logical
 * ids. Throws a Problem if an existing table has other keys than in the template, or an index that the template lacks.
 */
export async function provisionTablesAndQueues(
  { tables, queues }: Pick<StackModel, 'tables' | 'queues'>,
  { dynamodb, sqs }: { readonly dynamodb: DynamoDBClient; readonly sqs: SQSClient },
): Promise<{ readonly streamArns: Readonly<Record<string, string>> }> {
  const [streams] = await Promise.all([
    Promise.all(tables.map(async (table) => [table.logicalId, await provisionTable(dynamodb, table)] as const)),
    ...queues.map((queue) => provisionQueue(sqs, queue)),
  ]);
  return { streamArns: Object.fromEntries(streams.flatMap(([id, arn]) => (arn ? [[id, arn]] : []))) };
}

async function provisionTable(dynamodb: DynamoDBClient, { name, properties }: TableModel) {
  const wanted = tableProperties.parse(properties);
  if (!(await describeTable(dynamodb, name))) await createTable(dynamodb, name, wanted);
  const table = await addMissingIndexes(dynamodb, await waitUntilActive(dynamodb, name), wanted);
  rejectDifferentShape(table, name, wanted);
  await enableExpiry(dynamodb, name, wanted);
  return table.LatestStreamArn;
}

async function describeTable(dynamodb: DynamoDBClient, name: string): Promise<TableDescription | undefined> {
  try {
    return (await dynamodb.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

const createTable = (dynamodb: DynamoDBClient, TableName: string, wanted: TableProperties) =>
  dynamodb.send(
    new CreateTableCommand({
      TableName,
      KeySchema: wanted.KeySchema,
      AttributeDefinitions: wanted.AttributeDefinitions,
      GlobalSecondaryIndexes: wanted.GlobalSecondaryIndexes,
      StreamSpecification: wanted.StreamSpecification && { ...wanted.StreamSpecification, StreamEnabled: true },
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );

/** Adds the template's indexes that a table from an earlier version of the service lacks. */
async function addMissingIndexes(dynamodb: DynamoDBClient, table: TableDescription, wanted: TableProperties) {
  const has = ({ IndexName }: { readonly IndexName: string }) =>
    table.GlobalSecondaryIndexes?.some((index) => index.IndexName === IndexName);
  const missing = wanted.GlobalSecondaryIndexes?.filter((index) => !has(index)) ?? [];
  if (missing.length === 0 || !isSubset(table, wanted)) return table;
  // An UpdateTable request can create only one index.
  for (const Create of missing) {
    await dynamodb.send(
      new UpdateTableCommand({
        TableName: table.TableName,
        AttributeDefinitions: wanted.AttributeDefinitions,
        GlobalSecondaryIndexUpdates: [{ Create }],
      }),
    );
    await waitUntilActive(dynamodb, table.TableName ?? '');
  }
  return waitUntilActive(dynamodb, table.TableName ?? '');
}

const LOOK_EVERY_MS = 10;

async function waitUntilActive(dynamodb: DynamoDBClient, name: string): Promise<TableDescription> {
  for (;;) {
    const table = await describeTable(dynamodb, name);
    if (table?.TableStatus === 'ACTIVE') return table;
    await sleepMs(LOOK_EVERY_MS);
  }
}

type Shaped = Pick<TableDescription, 'KeySchema' | 'GlobalSecondaryIndexes'>;

/** Returns the keys of the table and of its indexes, each as a text. */
function shapeOfTable({ KeySchema, GlobalSecondaryIndexes = [] }: Shaped): string[] {
  const keysOf = (schema: TableDescription['KeySchema'] = []) =>
    schema.map(({ AttributeName }) => AttributeName).join();
  const indexes = GlobalSecondaryIndexes.map((index) => `${index.IndexName}:${keysOf(index.KeySchema)}`).sort();
  return [keysOf(KeySchema), ...indexes];
}

const isSubset = (table: Shaped, wanted: Shaped) =>
  shapeOfTable(table).every((part) => shapeOfTable(wanted).includes(part));

function rejectDifferentShape(table: TableDescription, name: string, wanted: TableProperties) {
  if (shapeOfTable(table).join(' ') === shapeOfTable(wanted).join(' ')) return;
  throw new Problem(
    `The table ${name} was made by another version of the service; choose another --data. If you use --dynamodb-endpoint, delete the table.`,
  );
}

async function enableExpiry(dynamodb: DynamoDBClient, TableName: string, { TimeToLiveSpecification }: TableProperties) {
  if (!TimeToLiveSpecification) return;
  const { TimeToLiveDescription } = await dynamodb.send(new DescribeTimeToLiveCommand({ TableName }));
  if (TimeToLiveDescription?.AttributeName === TimeToLiveSpecification.AttributeName) return;
  await dynamodb.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
}

/**
 * Creates the queue, and only then sets its attributes, because CreateQueue fails if the queue exists with other
 * attributes.
 */
async function provisionQueue(sqs: SQSClient, { name, url, attributes }: QueueModel) {
  await sqs.send(new CreateQueueCommand({ QueueName: name }));
  const Attributes = Object.fromEntries(
    Object.entries(attributes).filter(([attribute]) => !OMITTED_QUEUE_ATTRIBUTES.includes(attribute)),
  );
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes }));
}
