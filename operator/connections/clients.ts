import { CloudWatchClient, type CloudWatchClientConfig } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { KMSClient, type KMSClientConfig } from '@aws-sdk/client-kms';
import { LambdaClient, type LambdaClientConfig } from '@aws-sdk/client-lambda';
import { SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs';
import { TOOL_LIMITS, toolClient } from '../../shared/aws/client.ts';
import { connectTable } from '../../shared/store/table/connect.ts';
import type { LogSource, StackOutputs, Target } from '../target.ts';

export type Clients = Omit<Target, 'choice' | 'sleepMs' | 'fetchStatus' | 'readText' | 'writeText'>;

interface Where {
  /** Settings of the table and its stream. On AWS, the SDK finds an endpoint for each. Locally, both have one endpoint. */
  readonly dynamodb: Pick<DynamoDBClientConfig, 'endpoint' | 'region' | 'credentials'>;
  readonly sqs: SQSClientConfig;
  readonly lambda: LambdaClientConfig;
  readonly kms: KMSClientConfig;
  readonly cloudwatch: CloudWatchClientConfig;
  readonly logs: LogSource;
  readonly subscribersOf?: Target['subscribersOf'];
  readonly stackName: string;
  readonly keepsData: boolean;
  readonly outputs: StackOutputs;
  readonly actor: () => Promise<string>;
  readonly clockOffsetMs: number;
  readonly sweepPeriodMs: number;
  readonly metricsSinceMs?: number | undefined;
}

export const connectClients = (where: Where): Clients => ({
  table: connectTable(where.outputs.TableName, { ...where.dynamodb, requestHandler: TOOL_LIMITS }),
  dynamodb: toolClient(DynamoDBClient, where.dynamodb),
  streams: toolClient(DynamoDBStreamsClient, where.dynamodb),
  kms: toolClient(KMSClient, where.kms),
  sqs: toolClient(SQSClient, where.sqs),
  lambda: toolClient(LambdaClient, where.lambda),
  cloudwatch: toolClient(CloudWatchClient, where.cloudwatch),
  logs: where.logs,
  ...(where.subscribersOf && { subscribersOf: where.subscribersOf }),
  stackName: where.stackName,
  keepsData: where.keepsData,
  outputs: where.outputs,
  actor: where.actor,
  nowMs: () => Date.now() + where.clockOffsetMs,
  sweepPeriodMs: where.sweepPeriodMs,
  metricsSinceMs: where.metricsSinceMs,
});
