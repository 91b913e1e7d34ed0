import { setTimeout as sleepMs } from 'node:timers/promises';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { GetTopicAttributesCommand, SNSClient } from '@aws-sdk/client-sns';
import type { STSClientConfig } from '@aws-sdk/client-sts';
import { toolClient } from '../../shared/aws/client.ts';
import { SWEEP_PERIOD_MS } from '../../shared/domain/deliveries/sweep-period.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { insightsLog } from '../logs/insights-log.ts';
import { type LogSource, type StackOutputs, type Subscribers, stackOutputs } from '../target.ts';
import { type Clients, connectClients } from './clients.ts';

/**
 * Connects to a stack, with the SDK's default region and credentials. Throws a Problem if the stack lacks a required
 * output.
 */
export async function connectStack(
  /** The name or the ARN of the stack. */
  stackName: string,
  cloudFormation: Pick<CloudFormationClient, 'send'> = toolClient(CloudFormationClient, {}),
): Promise<Clients> {
  const { Stacks } = await cloudFormation.send(new DescribeStacksCommand({ StackName: stackName }));
  const { Outputs: outputs = [], StackName: named = stackName } = Stacks?.[0] ?? {};
  const known = stackOutputs.safeParse(
    Object.fromEntries(outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue])),
  );
  if (!known.success) {
    const missing = known.error.issues.map(({ path }) => path.join('.')).join(', ');
    throw new Problem(
      `The stack ${stackName} has no output ${missing}; pass the name of the service stack with --stack.`,
    );
  }
  return connectClients({
    ...{ dynamodb: {}, sqs: {}, lambda: {}, kms: {}, cloudwatch: {} },
    logs: logSourceOf(named, known.data),
    subscribersOf: subscribersIn(toolClient(SNSClient, {})),
    stackName: named,
    // A stack without this output is treated as a stack that keeps its data.
    keepsData: known.data.KeepsData !== 'false',
    outputs: known.data,
    actor: callerArn,
    clockOffsetMs: 0,
    sweepPeriodMs: SWEEP_PERIOD_MS,
  });
}

const subscribersIn =
  (sns: Pick<SNSClient, 'send'>) =>
  async (TopicArn: string): Promise<Subscribers> => {
    const { Attributes = {} } = await sns.send(new GetTopicAttributesCommand({ TopicArn }));
    return {
      confirmed: Number(Attributes['SubscriptionsConfirmed'] ?? 0),
      pending: Number(Attributes['SubscriptionsPending'] ?? 0),
    };
  };

function logSourceOf(stackName: string, { LogGroupPrefix, LogRetentionDays }: StackOutputs): LogSource {
  if (LogGroupPrefix === undefined) return unknownLogs(stackName);
  return insightsLog({
    client: toolClient(CloudWatchLogsClient, {}),
    logGroupPrefix: LogGroupPrefix,
    retentionDays: Number(LogRetentionDays),
    nowMs: Date.now,
    sleepMs,
  });
}

const unknownLogs = (stackName: string): LogSource => ({
  retentionDays: 0,
  mostLines: 0,
  textsAbout: async () => {
    throw new Problem(`The stack ${stackName} has no output LogGroupPrefix; deploy this version first.`);
  },
});

/** Returns the ARN of the AWS credentials in use. The request to STS needs no permission. */
export async function callerArn(config: STSClientConfig = {}): Promise<string> {
  // Imported only when a change is recorded, so that other commands start faster.
  const { GetCallerIdentityCommand, STSClient } = await import('@aws-sdk/client-sts');
  const { Arn } = await toolClient(STSClient, config).send(new GetCallerIdentityCommand({}));
  if (Arn === undefined) throw new Error('AWS did not say to whom the credentials belong');
  return Arn;
}
