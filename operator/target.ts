import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { KMSClient } from '@aws-sdk/client-kms';
import type { LambdaClient } from '@aws-sdk/client-lambda';
import type { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import type { Table } from '../shared/store/table/connect.ts';
import type { LogSource } from './logs/log-source.ts';

/** Which service a command works on. */
export interface TargetChoice {
  readonly data: string;
  readonly stack?: string | undefined;
}

/** The outputs of the service stack that commands use. The local service has the same outputs. */
export const stackOutputs = z.object({
  ApiUrl: z.string(),
  /** Absent for a stage without a domain, and in stacks of earlier versions. */
  ExecuteApiUrl: z.string().optional(),
  TableName: z.string(),
  DeliveryQueueUrl: z.string(),
  SlowQueueUrl: z.string(),
  HungQueueUrl: z.string(),
  DeadLetterQueueUrl: z.string(),
  RelayFailureQueueUrl: z.string(),
  /** This output and the next are absent in stacks of earlier versions. */
  IntakeQueueUrl: z.string().optional(),
  IntakeDeadLetterQueueUrl: z.string().optional(),
  KeyArn: z.string(),
  /** This output is absent in stacks of earlier versions. */
  PartnerNoticesTopicArn: z.string().optional(),
  /** This output and the next two are absent in stacks of earlier versions. */
  LineForCallFunctionName: z.string().optional(),
  IntakeFunctionName: z.string().optional(),
  IntakeMappingId: z.string().optional(),
  RecordCallFunctionName: z.string(),
  SweepFunctionName: z.string(),
  RelayFunctionName: z.string(),
  DeliverFunctionName: z.string(),
  RelayMappingId: z.string(),
  DeliverMappingId: z.string(),
  DeliverSlowMappingId: z.string(),
  DeliverHungMappingId: z.string(),
  /** `true` if the stage keeps its data, otherwise `false`. Absent in stacks of earlier versions. */
  KeepsData: z.string().optional(),
  /** This output and the next are absent in stacks of earlier versions. */
  LogGroupPrefix: z.string().optional(),
  LogRetentionDays: z.string().optional(),
  /** For how many days calls are kept, or `none`. Absent in stacks of earlier versions. */
  CallsDays: z.string().optional(),
  /** The commit that was deployed. Absent if the deployment named none, and for the local service. */
  Commit: z.string().optional(),
  /** This output and the next two are absent in stacks of earlier versions. */
  MetricsNamespace: z.string().optional(),
  ApiName: z.string().optional(),
  ApiStageName: z.string().optional(),
});
export type StackOutputs = z.infer<typeof stackOutputs>;

export interface Subscribers {
  readonly confirmed: number;
  /** Subscribers that have not confirmed. They get no notifications until they do. */
  readonly pending: number;
}

/**
 * The service that a command works on. Code that has a target needs no distinction between a local service and one in
 * AWS.
 */
export interface Target {
  /** The service, as the command line names it. */
  readonly choice: TargetChoice;
  readonly table: Table;
  /** The client for the state of the table itself, not of its items. */
  readonly dynamodb: Pick<DynamoDBClient, 'send'>;
  readonly streams: Pick<DynamoDBStreamsClient, 'send'>;
  readonly kms: Pick<KMSClient, 'send'>;
  readonly sqs: Pick<SQSClient, 'send'>;
  readonly lambda: Pick<LambdaClient, 'send'>;
  readonly cloudwatch: CloudWatchClient;
  readonly logs: LogSource;
  /** Counts the subscribers of a topic. Absent for the local service, which has no subscribers. */
  readonly subscribersOf?: (topicArn: string) => Promise<Subscribers>;
  readonly stackName: string;
  /** Whether the stage keeps its data. False for the local service. */
  readonly keepsData: boolean;
  readonly outputs: StackOutputs;
  readonly nowMs: () => number;
  /** Returns who runs the command, for the audit trail. */
  readonly actor: () => Promise<string>;
  /** How long the sweep leaves a due row to its wake-up. */
  readonly sweepPeriodMs: number;
  /** From when on CloudWatch has metrics, in real time. A local service loses them when it ends. */
  readonly metricsSinceMs?: number | undefined;
  readonly sleepMs: (ms: number) => Promise<unknown>;
  /** Returns the response status of a GET without headers. */
  readonly statusOf: (url: URL) => Promise<number>;
  /**
   * Writes a file that only its owner can read. Until it is complete, it has another name, so a file with this name is
   * always complete.
   */
  readonly writeText: (file: string, chunks: AsyncIterable<string>) => Promise<void>;
  /** Returns the text of a file, or of stdin for `-`. */
  readonly readText: (file: string) => Promise<string>;
}
