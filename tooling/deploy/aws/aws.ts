import { APIGatewayClient, GetAccountCommand } from '@aws-sdk/client-api-gateway';
import { GetRoleCommand, IAMClient, paginateSimulatePrincipalPolicy } from '@aws-sdk/client-iam';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { toolClient } from '../../../shared/aws/client.ts';
import { type ClientConfig, entriesOfPages, explainAwsErrors, requireValue } from './requests.ts';
import { connectStacks, type Stacks } from './stacks.ts';

interface Rights {
  /** Returns the ARN of a role with the role's path. The ARN of a role's session lacks the path. */
  roleArn(name: string): Promise<string>;
  /** Returns the actions on the resource that IAM denies to a user or role. Assumes that no condition key has a value. */
  denied(principalArn: string, actions: readonly string[], resource: string): Promise<string[]>;
}

function connectRights(config: ClientConfig): Rights {
  const client = toolClient(IAMClient, config);
  return {
    roleArn: (RoleName) =>
      explainAwsErrors('iam:GetRole', async () =>
        requireValue((await client.send(new GetRoleCommand({ RoleName }))).Role?.Arn),
      ),
    denied: (PolicySourceArn, actions, resource) =>
      explainAwsErrors('iam:SimulatePrincipalPolicy', async () => {
        const question = { PolicySourceArn, ActionNames: [...actions], ResourceArns: [resource] };
        const pages = paginateSimulatePrincipalPolicy({ client }, question);
        const results = await entriesOfPages(pages, ({ EvaluationResults }) => EvaluationResults);
        return results
          .filter(({ EvalDecision }) => EvalDecision !== 'allowed')
          .map(({ EvalActionName }) => requireValue(EvalActionName));
      }),
  };
}

/** Each method rejects with a `Problem` if its request fails. */
export interface Aws extends Stacks, Rights {
  region(): Promise<string>;
  /** Returns the account to which the credentials belong. */
  account(): Promise<string>;
  /** Returns the ARN of the user, or of the session of a role, to which the credentials belong. */
  caller(): Promise<string>;
  /** Returns the version of a stack that `cdk bootstrap` made, or undefined if there is no such stack. */
  bootstrapVersion(stackName: string): Promise<string | undefined>;
  /** Returns the value of a stack's output, or undefined if there is no such stack or output. */
  stackOutput(stackName: string, name: string): Promise<string | undefined>;
  /** Returns the ARN of API Gateway's role for logs in the account and region, or undefined. */
  apiLogRole(): Promise<string | undefined>;
  /** Returns how many invocations Lambda can run at the same time in the account and region. */
  concurrencyQuota(): Promise<number>;
}

/** Uses the credentials and the region of the environment, unless others are given. */
export function connectAws(region: string | undefined, client: Omit<ClientConfig, 'region'> = {}): Aws {
  const config: ClientConfig = { ...client, ...(region !== undefined && { region }) };
  const sts = toolClient(STSClient, config);
  const lambda = toolClient(LambdaClient, config);
  const gateway = toolClient(APIGatewayClient, config);
  const stacks = connectStacks(config);
  const identity = () =>
    explainAwsErrors('sts:GetCallerIdentity', async () => {
      const { Account, Arn } = await sts.send(new GetCallerIdentityCommand({}));
      return { account: requireValue(Account), arn: requireValue(Arn) };
    });
  const stackOutput = async (stackName: string, name: string) => (await stacks.stack(stackName))?.outputs[name];
  return {
    ...stacks,
    ...connectRights(config),
    region: () => explainAwsErrors('', () => sts.config.region()),
    account: async () => (await identity()).account,
    caller: async () => (await identity()).arn,
    bootstrapVersion: (stackName) => stackOutput(stackName, 'BootstrapVersion'),
    stackOutput,
    apiLogRole: () =>
      explainAwsErrors('apigateway:GET', async () => {
        const { cloudwatchRoleArn } = await gateway.send(new GetAccountCommand({}));
        return cloudwatchRoleArn === '' ? undefined : cloudwatchRoleArn;
      }),
    concurrencyQuota: () =>
      explainAwsErrors('lambda:GetAccountSettings', async () => {
        const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
        return requireValue(AccountLimit?.ConcurrentExecutions);
      }),
  };
}
