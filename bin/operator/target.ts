import type { KMSClient } from '@aws-sdk/client-kms';
import type { LambdaClient } from '@aws-sdk/client-lambda';
import type { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import type { Table } from '../../shared/store/connect.ts';

/** Which service a command works on. */
export interface TargetChoice {
  readonly data: string;
  readonly stack?: string | undefined;
}

/** Outputs of the service stack that the commands use; the local service writes the same. */
export const stackOutputs = z.object({
  TableName: z.string(),
  DeliveryQueueUrl: z.string(),
  SlowQueueUrl: z.string(),
  KeyArn: z.string(),
  RecordCallFunctionName: z.string(),
  SweepFunctionName: z.string(),
  RelayMappingId: z.string(),
  DeliverMappingId: z.string(),
  DeliverSlowMappingId: z.string(),
});
export type StackOutputs = z.infer<typeof stackOutputs>;

/** The service a command works on. Local or in AWS makes no difference from here on. */
export interface Target {
  readonly table: Table;
  readonly kms: Pick<KMSClient, 'send'>;
  readonly sqs: Pick<SQSClient, 'send'>;
  readonly lambda: Pick<LambdaClient, 'send'>;
  readonly outputs: StackOutputs;
  readonly nowMs: () => number;
  readonly sleepMs: (ms: number) => Promise<unknown>;
  /** Text of a file, or of stdin for `-`. */
  readonly readText: (file: string) => Promise<string>;
}
