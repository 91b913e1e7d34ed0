import { types } from 'node:util';
import {
  CloudFormationClient,
  DeleteStackCommand,
  type Stack as Described,
  DescribeStacksCommand,
  paginateDescribeStacks,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';
import {
  CloudWatchLogsClient,
  DeleteLogGroupCommand,
  paginateDescribeLogGroups,
} from '@aws-sdk/client-cloudwatch-logs';
import { toolClient } from '../../../shared/aws/client.ts';
import { type ClientConfig, entriesOfPages, explainAwsErrors, requireValue } from './requests.ts';

export interface Stack {
  /** The stack's ARN. A deleted stack is found only by its ARN. */
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly reason: string | undefined;
  readonly isProtected: boolean;
  readonly tags: Readonly<Record<string, string>>;
  readonly outputs: Readonly<Record<string, string>>;
  readonly exports: readonly string[];
}

export interface Stacks {
  stacks(): Promise<Stack[]>;
  /** Finds a stack by its name or ARN. */
  stack(nameOrId: string): Promise<Stack | undefined>;
  deleteStack(id: string): Promise<void>;
  /** Returns the resources that CloudFormation did not delete with a stack, such as `AWS::IAM::Role my-role`. */
  leftBehind(id: string): Promise<string[]>;
  logGroups(prefix: string): Promise<string[]>;
  deleteLogGroup(name: string): Promise<void>;
}

export function connectStacks(config: ClientConfig): Stacks {
  const client = toolClient(CloudFormationClient, config);
  const logs = toolClient(CloudWatchLogsClient, config);
  return {
    stacks: () =>
      explainAwsErrors('cloudformation:DescribeStacks', async () => {
        const described = await entriesOfPages(paginateDescribeStacks({ client }, {}), ({ Stacks }) => Stacks);
        return described.map(stackOf);
      }),
    stack: (StackName) =>
      explainAwsErrors('cloudformation:DescribeStacks', async () => {
        const { Stacks } = await client.send(new DescribeStacksCommand({ StackName })).catch(ignoreMissingStack);
        return Stacks?.map(stackOf)[0];
      }),
    deleteStack: (StackName) =>
      explainAwsErrors('cloudformation:DeleteStack', async () => {
        await client.send(new DeleteStackCommand({ StackName }));
      }),
    leftBehind: (StackName) =>
      explainAwsErrors('cloudformation:ListStackResources', async () => {
        const pages = paginateListStackResources({ client }, { StackName });
        const summaries = await entriesOfPages(pages, ({ StackResourceSummaries }) => StackResourceSummaries);
        return summaries
          .filter(({ ResourceStatus }) => ResourceStatus !== 'DELETE_COMPLETE')
          .map(({ ResourceType, PhysicalResourceId }) =>
            `${requireValue(ResourceType)} ${PhysicalResourceId ?? ''}`.trim(),
          );
      }),
    logGroups: (logGroupNamePrefix) =>
      explainAwsErrors('logs:DescribeLogGroups', async () => {
        const pages = paginateDescribeLogGroups({ client: logs }, { logGroupNamePrefix });
        const groups = await entriesOfPages(pages, ({ logGroups }) => logGroups);
        return groups.map(({ logGroupName }) => requireValue(logGroupName));
      }),
    deleteLogGroup: (logGroupName) =>
      explainAwsErrors('logs:DeleteLogGroup', async () => {
        await logs.send(new DeleteLogGroupCommand({ logGroupName }));
      }),
  };
}

const stackOf = ({ Tags = [], Outputs = [], ...stack }: Described): Stack => ({
  id: requireValue(stack.StackId),
  name: requireValue(stack.StackName),
  status: requireValue(stack.StackStatus),
  reason: stack.StackStatusReason,
  isProtected: stack.EnableTerminationProtection ?? false,
  tags: Object.fromEntries(Tags.map(({ Key, Value }) => [requireValue(Key), requireValue(Value)])),
  outputs: Object.fromEntries(
    Outputs.map(({ OutputKey, OutputValue }) => [requireValue(OutputKey), requireValue(OutputValue)]),
  ),
  exports: Outputs.flatMap(({ ExportName }) => ExportName ?? []),
});

function ignoreMissingStack(error: unknown): { readonly Stacks?: never } {
  if (types.isNativeError(error) && error.name === 'ValidationError' && error.message.includes('does not exist'))
    return {};
  throw error;
}
