import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { KMSClient, type KMSClientConfig } from '@aws-sdk/client-kms';
import { LambdaClient, type LambdaClientConfig } from '@aws-sdk/client-lambda';
import { SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs';
import { connectTable } from '../../shared/store/connect.ts';
import type { StackOutputs, Target } from './target.ts';

export type Clients = Pick<Target, 'table' | 'kms' | 'sqs' | 'lambda' | 'outputs' | 'nowMs'>;

interface Where {
  readonly dynamodb: DynamoDBClientConfig;
  readonly sqs: SQSClientConfig;
  readonly lambda: LambdaClientConfig;
  readonly kms: KMSClientConfig;
  readonly outputs: StackOutputs;
  readonly clockOffsetMs: number;
}

/** One client per service, by its configuration. */
export const connectClients = ({ dynamodb, sqs, lambda, kms, outputs, clockOffsetMs }: Where): Clients => ({
  table: connectTable(outputs.TableName, dynamodb),
  kms: new KMSClient(kms),
  sqs: new SQSClient(sqs),
  lambda: new LambdaClient(lambda),
  outputs,
  nowMs: () => Date.now() + clockOffsetMs,
});
