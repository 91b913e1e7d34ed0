import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { localOverrides } from '../../shared/config/local-overrides.ts';
import { Problem } from '../../tooling/command-line/problem.ts';
import { stackOutputs } from '../target.ts';
import { type Clients, connectClients } from './clients.ts';

/** The clients of a deployed stack, all of it read from the stack's outputs. Region and credentials are the SDK's own. */
export async function connectStack(
  /** Or its ARN. */
  stackName: string,
  cloudFormation: Pick<CloudFormationClient, 'send'> = new CloudFormationClient({}),
): Promise<Clients> {
  const { Stacks } = await cloudFormation.send(new DescribeStacksCommand({ StackName: stackName }));
  const { Outputs: outputs = [], StackName: named = stackName } = Stacks?.[0] ?? {};
  const known = stackOutputs.safeParse(
    Object.fromEntries(outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue])),
  );
  if (!known.success) {
    const missing = known.error.issues.map(({ path }) => path.join('.')).join(', ');
    throw new Problem(`The stack ${stackName} has no output ${missing}; give the name of the service stack.`);
  }
  const own = { dynamodb: {}, sqs: {}, lambda: {}, kms: {}, cloudwatch: {} };
  // What is deployed always runs with the defaults.
  const { clockOffsetMs, sweepPeriodMs } = localOverrides();
  // A stack that does not say so is treated as one that keeps its data.
  const keepsData = known.data.KeepsData !== 'false';
  return connectClients({ ...own, stackName: named, keepsData, outputs: known.data, clockOffsetMs, sweepPeriodMs });
}
