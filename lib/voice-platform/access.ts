import { Aws, CfnOutput } from 'aws-cdk-lib';
import { ArnPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { StageSettings } from '../stages.ts';

/** A function with its alias `live`. */
interface Invoked {
  readonly live: IFunction;
}

/**
 * Allows the role of a voice platform in another account to invoke the functions that it uses. Adds outputs with their
 * ARNs, because that platform cannot use names: a name means a function of the caller's own account. A platform in the
 * account of the stage needs only its own policy.
 */
export function allowVoicePlatform(
  scope: Construct,
  { voicePlatform }: Pick<StageSettings, 'voicePlatform'>,
  { lineForCall, recordCall }: { readonly lineForCall: Invoked; readonly recordCall: Invoked },
): void {
  if (!voicePlatform) return;
  const principal = roleOf(voicePlatform);
  for (const [output, { live }] of [
    ['LineForCallFunctionArn', lineForCall],
    ['RecordCallFunctionArn', recordCall],
  ] as const) {
    live.addPermission('VoicePlatform', { principal, action: 'lambda:InvokeFunction' });
    new CfnOutput(scope, output, { value: live.functionArn });
  }
}

/** Allows the role of a voice platform in another account to send messages to the queue. */
export function allowSending(queue: Queue, voicePlatform: StageSettings['voicePlatform']): void {
  if (voicePlatform) {
    queue.addToResourcePolicy(
      new PolicyStatement({
        principals: [roleOf(voicePlatform)],
        actions: ['sqs:SendMessage'],
        resources: [queue.queueArn],
      }),
    );
  }
}

const roleOf = ({ account, role }: NonNullable<StageSettings['voicePlatform']>) =>
  new ArnPrincipal(`arn:${Aws.PARTITION}:iam::${account}:role/${role}`);
