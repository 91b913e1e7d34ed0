import { types } from 'node:util';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient, type LambdaClientConfig } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { accessObstacle } from '../aws-access.ts';
import { printable } from '../command-line/printable.ts';
import { Problem } from '../command-line/problem.ts';

/**
 * What the tools need to know from AWS before they change anything. Each promise rejects with a `Problem` if AWS
 * returns no usable response.
 */
export interface Aws {
  region(): Promise<string>;
  /** The account to which the credentials belong. */
  account(): Promise<string>;
  /** The version of what `cdk bootstrap` created, or undefined if it was never run there. */
  bootstrapVersion(): Promise<string | undefined>;
  /** The value of a stack's output, or undefined if there is no such stack or output. */
  stackOutput(stackName: string, name: string): Promise<string | undefined>;
  /** How many concurrent Lambda executions the account may have in this region. */
  concurrencyQuota(): Promise<number>;
}

/** The stack that `cdk bootstrap` creates. It has the bucket for the functions' code, and the roles that deploy. */
const BOOTSTRAP_STACK = 'CDKToolkit';

/** Uses the credentials of the environment. If no region is given, uses the region of the environment as well. */
export function awsIn(
  region: string | undefined,
  client: Pick<LambdaClientConfig, 'endpoint' | 'credentials'> = {},
): Aws {
  const config = { ...client, ...(region !== undefined && { region }) };
  const sts = new STSClient(config);
  const cloudFormation = new CloudFormationClient(config);
  const lambda = new LambdaClient(config);
  const stackOutput = (StackName: string, name: string) =>
    asked('cloudformation:DescribeStacks', async () => {
      const { Stacks } = await cloudFormation.send(new DescribeStacksCommand({ StackName })).catch(noneIfAbsent);
      return Stacks?.[0]?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
    });
  return {
    region: () => asked('', () => sts.config.region()),
    account: () =>
      asked('sts:GetCallerIdentity', async () => {
        const { Account } = await sts.send(new GetCallerIdentityCommand({}));
        return given(Account);
      }),
    bootstrapVersion: () => stackOutput(BOOTSTRAP_STACK, 'BootstrapVersion'),
    stackOutput,
    concurrencyQuota: () =>
      asked('lambda:GetAccountSettings', async () => {
        const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
        return given(AccountLimit?.ConcurrentExecutions);
      }),
  };
}

function noneIfAbsent(error: unknown): { readonly Stacks?: never } {
  if (types.isNativeError(error) && error.name === 'ValidationError' && error.message.includes('does not exist'))
    return {};
  throw error;
}

function given<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the response is incomplete');
  return value;
}

async function asked<Result>(action: string, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw new Problem(whyNot(error, action));
  }
}

const NO_RIGHT = ['AccessDenied', 'AccessDeniedException'];

/** Returns one sentence with what to do. Text from AWS cannot break out of its line. */
function whyNot(error: unknown, action: string): string {
  if (!types.isNativeError(error)) return `The request to AWS failed: ${printable(String(error))}.`;
  const [name, message] = [printable(error.name), printable(error.message)];
  if (NO_RIGHT.includes(name))
    return `Your credentials lack a right that a deployment needs: give them ${action} and the other rights that docs/deploy.md lists under "Rights".`;
  return accessObstacle(error) ?? `The request to AWS failed: ${name === 'Error' ? '' : `${name}, `}${message}.`;
}
