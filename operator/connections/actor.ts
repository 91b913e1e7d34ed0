import { userInfo } from 'node:os';
import type { STSClientConfig } from '@aws-sdk/client-sts';
import { toolClient } from '../../shared/aws/client.ts';

/** Returns the ARN of the AWS credentials in use. The request to STS needs no permission. */
export async function callerArn(config: STSClientConfig = {}): Promise<string> {
  // Imported only when a change is recorded, so that other commands start faster.
  const { GetCallerIdentityCommand, STSClient } = await import('@aws-sdk/client-sts');
  const { Arn } = await toolClient(STSClient, config).send(new GetCallerIdentityCommand({}));
  if (Arn === undefined) throw new Error('AWS did not say to whom the credentials belong');
  return Arn;
}

export async function localUser(): Promise<string> {
  try {
    return userInfo().username;
  } catch {
    // A container can run as a user whom the system does not list.
    return `user ${process.getuid?.()}`;
  }
}
