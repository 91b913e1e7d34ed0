import { cdkSetup, STAGE_NAMES, type StageSettings } from '../../lib/stages.ts';
import { Problem } from '../command-line/problem.ts';
import type { Aws } from './aws/aws.ts';

export interface AccountAndRegion {
  readonly account: string;
  readonly region: string;
}

export const accountAndRegionText = ({ account, region }: AccountAndRegion) => `account ${account}, ${region}`;

/**
 * Returns the account and region of a stage. Throws a Problem if the account in the stage's settings differs from the
 * account of the credentials.
 */
export async function findAccountAndRegion({ stage, env }: StageSettings, aws: Aws): Promise<AccountAndRegion> {
  const region = await aws.region();
  const account = await aws.account();
  if (env && env.account !== account) {
    throw new Problem(
      `Stage ${stage} belongs to account ${env.account} (lib/stages.ts), but your credentials are for account ${account}: export AWS_PROFILE=<a profile for ${env.account}>.`,
    );
  }
  return { account, region };
}

/** Throws a Problem unless CDK is set up in the account and region. */
export async function rejectUnlessCdkIsSetUp(
  settings: StageSettings,
  place: AccountAndRegion,
  aws: Aws,
): Promise<void> {
  if ((await aws.bootstrapVersion(cdkSetup(settings).stackName)) !== undefined) return;
  // `npm run bootstrap` accepts no temporary stage. CDK is set up per account and region, so `--stage dev` does the same.
  const known = STAGE_NAMES.find((name) => name === settings.stage) ?? 'dev';
  throw new Problem(
    `CDK is not set up yet for ${accountAndRegionText(place)}: run \`npm run bootstrap -- --stage ${known}\` once.`,
  );
}
