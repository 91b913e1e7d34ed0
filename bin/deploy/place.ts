import { types } from 'node:util';
import { type CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import type { StageSettings } from '../../lib/stages.ts';
import { Problem } from '../problem.ts';

/** What `cdk bootstrap` makes: the bucket for the functions' code, and the roles that deploy. */
const BOOTSTRAP_STACK = 'CDKToolkit';

export interface Place {
  readonly account: string;
  readonly region: string;
}

/** Where the credentials lead. Says what is missing for CDK to deploy there. */
export async function findPlace(cloudFormation: Pick<CloudFormationClient, 'send'>): Promise<Place> {
  const answer = await cloudFormation
    .send(new DescribeStacksCommand({ StackName: BOOTSTRAP_STACK }))
    .catch((error: unknown) => {
      throw new Problem(whyNot(error));
    });
  const [, region, account] = /^arn:[^:]+:cloudformation:([^:]+):(\d+):/.exec(answer.Stacks?.[0]?.StackId ?? '') ?? [];
  if (region === undefined || account === undefined) throw new Problem(NOT_BOOTSTRAPPED);
  return { account, region };
}

/** Settings that name a place mean it. */
export function refuseOtherPlace({ stage, env }: StageSettings, { account, region }: Place): void {
  if (!env || (env.account === account && env.region === region)) return;
  throw new Problem(
    `Stage ${stage} lives in account ${env.account} in ${env.region} (lib/stages.ts); your credentials lead to ${account} in ${region}.`,
  );
}

const NOT_BOOTSTRAPPED =
  'This account and region are not prepared for CDK yet: run `npx cdk bootstrap` once (docs/deploy.md).';

const REFUSED = ['ExpiredToken', 'ExpiredTokenException', 'InvalidClientTokenId', 'SignatureDoesNotMatch'];

function whyNot(error: unknown): string {
  if (!types.isNativeError(error)) return `AWS cannot be asked: ${String(error)}.`;
  const { name, message } = error;
  if (/region is missing/i.test(message))
    return 'No AWS region is set: set AWS_REGION, or a region in your AWS profile.';
  if (name === 'CredentialsProviderError' || name === 'TokenProviderError') {
    return 'No AWS credentials were found: sign in (for example `aws sso login`) and set AWS_PROFILE.';
  }
  if (REFUSED.includes(name)) return `AWS does not accept your credentials (${name}): sign in again.`;
  if (name === 'AccessDenied' || name === 'AccessDeniedException') {
    return 'Your credentials may not deploy here: they lack cloudformation:DescribeStacks, and perhaps more (docs/deploy.md).';
  }
  if (name === 'ValidationError' && message.includes('does not exist')) return NOT_BOOTSTRAPPED;
  return `AWS cannot be asked: ${name === 'Error' ? '' : `${name}, `}${message}.`;
}
