import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { Refusal } from '../../shared/domain/refusal.ts';
import { type Clients, connectClients } from './connect-clients.ts';
import { stackOutputs } from './target.ts';

/** The clients of a deployed stack, all of it read from the stack's outputs. Region and credentials are the SDK's own. */
export async function connectStack(
  stackName: string,
  cloudFormation: Pick<CloudFormationClient, 'send'> = new CloudFormationClient({}),
): Promise<Clients> {
  const { Stacks } = await cloudFormation.send(new DescribeStacksCommand({ StackName: stackName }));
  const outputs = Stacks?.[0]?.Outputs ?? [];
  const named = stackOutputs.safeParse(
    Object.fromEntries(outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue])),
  );
  if (!named.success) {
    const missing = named.error.issues.map(({ path }) => path.join('.')).join(', ');
    throw new Refusal(`The stack ${stackName} has no output ${missing}; name the service stack.`);
  }
  const own = { dynamodb: {}, sqs: {}, lambda: {}, kms: {}, cloudwatch: {} };
  return connectClients({ ...own, stackName, outputs: named.data, clockOffsetMs: 0 });
}
