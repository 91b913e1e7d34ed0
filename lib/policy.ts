import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { TableRight } from './rights.ts';

/** Without the Null test a request that names no key at all would pass: ForAllValues holds for the empty set. */
export const onTable = (table: Table, { may, on, index }: TableRight) =>
  new PolicyStatement({
    actions: may.map((action) => `dynamodb:${action}`),
    resources: [index === undefined ? table.tableArn : `${table.tableArn}/index/${index}`],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': on.map((prefix) => `${prefix}*`) },
      Null: { 'dynamodb:LeadingKeys': 'false' },
    },
  });

export const toSend = (...queues: readonly IQueue[]) =>
  new PolicyStatement({ actions: ['sqs:SendMessage'], resources: queues.map(({ queueArn }) => queueArn) });

/** What Lambda's poller does on the function's behalf. */
export const toReceive = (...queues: readonly IQueue[]) =>
  new PolicyStatement({
    actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
    resources: queues.map(({ queueArn }) => queueArn),
  });

/**
 * What Lambda's poller does on the function's behalf. Lambda makes no mapping whose role may not list streams as well;
 * that right is asked for on all streams the table has had.
 */
export const toReadStream = (table: Table) => [
  new PolicyStatement({
    actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
    resources: table.tableStreamArn === undefined ? [] : [table.tableStreamArn],
  }),
  new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: [`${table.tableArn}/stream/*`] }),
];

/** Only what was encrypted for a named partner: a ciphertext without that context is none of ours. */
export const toDecrypt = (key: IKey) =>
  new PolicyStatement({
    actions: ['kms:Decrypt'],
    resources: [key.keyArn],
    conditions: { Null: { 'kms:EncryptionContext:partnerId': 'false' } },
  });

export const toLog = (logs: ILogGroup) =>
  new PolicyStatement({ actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [logs.logGroupArn] });

/** X-Ray knows no resources: a segment belongs to the account. */
export const toTrace = () =>
  new PolicyStatement({ actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], resources: ['*'] });
