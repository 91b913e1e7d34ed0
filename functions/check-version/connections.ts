import { CodeDeployClient, PutLifecycleEventHookExecutionStatusCommand } from '@aws-sdk/client-codedeploy';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { FUNCTION_LIMITS, functionClient } from '../../shared/aws/client.ts';
import { LEASE_MS } from '../../shared/domain/deliveries/lease.ts';
import type { Hook, Invoked } from './handler.ts';

/** How long to wait for a function: a little longer than the timeout of deliver-webhook, the longest in `TRIALS`. */
const LONGEST_TRY_MS = LEASE_MS + 5_000;

export const INVOCATION_LIMITS = {
  ...FUNCTION_LIMITS,
  requestTimeout: LONGEST_TRY_MS,
  socketTimeout: LONGEST_TRY_MS,
};

type Sends<Client extends { send: unknown }> = Pick<Client, 'send'>;

export const versionInvoker =
  (lambda: Sends<LambdaClient> = functionClient(LambdaClient, { requestHandler: INVOCATION_LIMITS })) =>
  async (version: string, event: unknown): Promise<Invoked> => {
    const { FunctionError, Payload } = await lambda.send(
      new InvokeCommand({ FunctionName: version, Payload: Buffer.from(JSON.stringify(event)) }),
    );
    if (FunctionError !== undefined) return { failure: `the invocation failed (${FunctionError})` };
    return { response: JSON.parse(Buffer.from(Payload ?? []).toString('utf8')) };
  };

/** Returns a function that tells CodeDeploy whether to shift traffic to the new version. */
export const hookReporter =
  (codeDeploy: Sends<CodeDeployClient> = functionClient(CodeDeployClient, {})) =>
  async ({ DeploymentId, LifecycleEventHookExecutionId }: Hook, status: 'Succeeded' | 'Failed'): Promise<void> => {
    await codeDeploy.send(
      new PutLifecycleEventHookExecutionStatusCommand({
        deploymentId: DeploymentId,
        lifecycleEventHookExecutionId: LifecycleEventHookExecutionId,
        status,
      }),
    );
  };
