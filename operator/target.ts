import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { KMSClient } from '@aws-sdk/client-kms';
import type { LambdaClient } from '@aws-sdk/client-lambda';
import type { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import type { Table } from '../shared/store/table/connect.ts';
import { Problem } from '../tooling/command-line/problem.ts';
import { DEFAULT_DATA_DIR } from '../tooling/data-folder.ts';
import { shellWord } from './console/protocol/shell-word.ts';

/** The options that choose a service: `--data` names the folder of a local service, `--stack` a deployed stack. */
export const targetChoice = z.object({ data: z.string().default(DEFAULT_DATA_DIR), stack: z.string().optional() });
export type TargetChoice = z.infer<typeof targetChoice>;

/** Without `--stack`, a command works on the local service. */
export const isLocal = (stack: TargetChoice['stack']) => stack === undefined;

/** Outputs of the service stack. Stacks of earlier versions can lack the optional ones. */
export const stackOutputs = z.object({
  ApiUrl: z.string(),
  /** Absent in stacks of earlier versions, and if the API has no domain of its own. */
  ExecuteApiUrl: z.string().optional(),
  TableName: z.string(),
  DeliveryQueueUrl: z.string(),
  SlowQueueUrl: z.string(),
  HungQueueUrl: z.string(),
  DeadLetterQueueUrl: z.string(),
  RelayFailureQueueUrl: z.string(),
  IntakeQueueUrl: z.string().optional(),
  IntakeDeadLetterQueueUrl: z.string().optional(),
  KeyArn: z.string(),
  PartnerNoticesTopicArn: z.string().optional(),
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
  /** `true` if the stage's data stays after the stateful stack is deleted, otherwise `false`. */
  KeepsData: z.string().optional(),
  LogGroupPrefix: z.string().optional(),
  LogRetentionDays: z.string().optional(),
  /** For how many days calls are kept, or `none`. */
  CallsDays: z.string().optional(),
  /** The deployed commit. Absent for the local service, and for a deployment that named no commit. */
  Commit: z.string().optional(),
  MetricsNamespace: z.string().optional(),
  ApiName: z.string().optional(),
  ApiStageName: z.string().optional(),
});
export type StackOutputs = z.infer<typeof stackOutputs>;

/** Throws a Problem if the stack is of an earlier version that lacks the output. */
export function requiredOutput<Name extends keyof StackOutputs>(outputs: Pick<StackOutputs, Name>, name: Name): string {
  const value = outputs[name];
  if (value === undefined) throw new Problem(`The stack has no output ${name}; deploy this version first.`);
  return value;
}

export interface Subscribers {
  readonly confirmed: number;
  /** How many subscribers have not confirmed, and so get no notifications. */
  readonly pending: number;
}

/** A place with the log lines of the functions: CloudWatch, or the log file of the local service. */
export interface LogSource {
  /**
   * Returns the texts of the log lines about a call, in the order of writing. May also return other calls' lines, and
   * lines from before `sinceMs`.
   */
  textsAbout(callId: string, sinceMs: number): Promise<readonly string[]>;
  /** For how many days log lines are kept. */
  readonly retentionDays: number;
  /** The maximum number of log lines that one search returns. */
  readonly mostLines: number;
}

/** The service that a command works on, local or on AWS. */
export interface Target {
  /** The service, as the command line names it. */
  readonly choice: TargetChoice;
  readonly table: Table;
  /** The client for operations on the table itself, not on its items. */
  readonly dynamodb: Pick<DynamoDBClient, 'send'>;
  readonly streams: Pick<DynamoDBStreamsClient, 'send'>;
  readonly kms: Pick<KMSClient, 'send'>;
  readonly sqs: Pick<SQSClient, 'send'>;
  readonly lambda: Pick<LambdaClient, 'send'>;
  readonly cloudwatch: CloudWatchClient;
  readonly logs: LogSource;
  /** Counts the subscribers of a topic. Absent for the local service, which has none. */
  readonly subscribersOf?: (topicArn: string) => Promise<Subscribers>;
  readonly stackName: string;
  /** Whether the data stay when the stacks of the stage are deleted. False for the local service. */
  readonly keepsData: boolean;
  readonly outputs: StackOutputs;
  readonly nowMs: () => number;
  /** Returns who runs the command, for the audit trail. */
  readonly actor: () => Promise<string>;
  /** How long a delivery must be due before the scheduled sweep wakes it. */
  readonly sweepPeriodMs: number;
  /** The real time at which a local service started. Earlier metrics are lost. Absent on AWS. */
  readonly metricsSinceMs?: number | undefined;
  readonly sleepMs: (ms: number) => Promise<unknown>;
  /** Returns the response status of a GET without an API key. */
  readonly fetchStatus: (url: URL) => Promise<number>;
  /** Writes a file that only its owner can read. The file gets its name only when it is complete. */
  readonly writeText: (file: string, chunks: AsyncIterable<string>) => Promise<void>;
  /** Returns the text of a file, or of stdin for `-`. */
  readonly readText: (file: string) => Promise<string>;
}

/** Returns the complete command line that runs the command on the target's service. */
export function operatorCommand({ choice: { stack, data } }: Pick<Target, 'choice'>, command: string): string {
  const service = isLocal(stack) ? `--data ${shellWord(data)}` : `--stack ${shellWord(stack)}`;
  return `npm run -s operator -- ${service} ${command}`;
}
