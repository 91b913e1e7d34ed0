import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { TableRight } from './rights.ts';

/**
 * Allows actions on items whose partition key has one of the prefixes. ForAllValues is true for an empty set. So
 * without the Null condition, a request that names no key would be allowed.
 */
export const tableStatement = (table: Table, { may, on, index }: TableRight) =>
  new PolicyStatement({
    actions: may.map((action) => `dynamodb:${action}`),
    resources: [index === undefined ? table.tableArn : `${table.tableArn}/index/${index}`],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': on.map((prefix) => `${prefix}*`) },
      Null: { 'dynamodb:LeadingKeys': 'false' },
    },
  });

export const sendStatement = (...queues: readonly IQueue[]) =>
  new PolicyStatement({ actions: ['sqs:SendMessage'], resources: queues.map(({ queueArn }) => queueArn) });

/** Allows changing the time for which a received message is hidden. */
export const changeVisibilityStatement = (queue: IQueue) =>
  new PolicyStatement({ actions: ['sqs:ChangeMessageVisibility'], resources: [queue.queueArn] });

export const publishStatement = (topic: ITopic) =>
  new PolicyStatement({ actions: ['sns:Publish'], resources: [topic.topicArn] });

/** Allows what Lambda's poller does with a queue on the function's behalf. */
export const receiveStatement = (...queues: readonly IQueue[]) =>
  new PolicyStatement({
    actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
    resources: queues.map(({ queueArn }) => queueArn),
  });

/**
 * Allows what Lambda's poller does with the table's stream on the function's behalf. Lambda creates a mapping only for
 * a role that may also list streams. That right covers all streams that the table has had.
 */
export const streamStatements = (table: Table) => [
  new PolicyStatement({
    actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
    resources: table.tableStreamArn === undefined ? [] : [table.tableStreamArn],
  }),
  new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: [`${table.tableArn}/stream/*`] }),
];

/** Allows decrypting a ciphertext whose encryption context has a partner id. */
export const decryptStatement = (key: IKey) =>
  new PolicyStatement({
    actions: ['kms:Decrypt'],
    resources: [key.keyArn],
    conditions: { Null: { 'kms:EncryptionContext:partnerId': 'false' } },
  });

export const logStatement = (logs: ILogGroup) =>
  new PolicyStatement({ actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [logs.logGroupArn] });

/** Allows writing traces. X-Ray has no resource-level permissions for this. */
export const traceStatement = () =>
  new PolicyStatement({ actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], resources: ['*'] });

const LEAVING = 'Leaving';

/** Marks statements that only earlier releases use, so that the template shows that this release does not use them. */
export const markStatementsForRemoval = (statements: readonly PolicyStatement[]): PolicyStatement[] =>
  statements.map((statement, index) => {
    statement.sid = `${LEAVING}${index}`;
    return statement;
  });

/** Reports whether a statement with this id was marked by {@link markStatementsForRemoval}. */
export const isMarkedForRemoval = (sid: string | undefined): boolean => sid?.startsWith(LEAVING) ?? false;
