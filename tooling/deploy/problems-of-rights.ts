import { cdkSetup, type StageSettings } from '../../lib/stages.ts';
import { logGroupPrefix, stagePrefix } from '../../shared/names/stage-names.ts';
import type { AccountAndRegion } from './account-and-region.ts';
import type { Aws } from './aws/aws.ts';
import { actionsOf, NEEDED_RIGHTS, type Where } from './needed-rights.ts';
import type { ProblemText } from './problems.ts';

/** The roles of `cdk bootstrap` that `npm run deploy` assumes. */
const ASSUMED = ['deploy', 'file-publishing', 'lookup'];

/**
 * Returns a problem if the credentials lack rights, and another if CloudFormation's role lacks rights, as far as IAM can
 * simulate rights. The credentials must be allowed to assume the roles that deploy. CloudFormation's role needs every
 * action that creates, changes or removes resources of the stage.
 */
export async function problemsOfRights(
  settings: StageSettings,
  place: AccountAndRegion,
  aws: Aws,
): Promise<ProblemText[]> {
  const caller = await aws.caller();
  const [, partition = 'aws'] = caller.split(':');
  const { stage } = settings;
  const where = { ...place, partition, prefix: stagePrefix(stage), logGroups: logGroupPrefix(stage) };
  const cdkRole = (name: string) =>
    `arn:${partition}:iam::${place.account}:role/cdk-${cdkSetup(settings).qualifier}-${name}-role-${place.account}-${place.region}`;
  return [
    ...(await problemsOfCaller(caller, ASSUMED.map(cdkRole), aws)),
    ...(await problemsOfCloudFormation(cdkRole('cfn-exec'), settings, where, aws)),
  ];
}

async function problemsOfCaller(caller: string, roles: readonly string[], aws: Aws): Promise<ProblemText[]> {
  // IAM cannot simulate the rights of the root user. This user cannot assume a role, so CDK uses the user's own rights.
  if (caller.endsWith(':root')) return [];
  const principal = await principalOf(caller, aws);
  const denied: string[] = [];
  for (const role of roles) {
    if ((await aws.denied(principal, ['sts:AssumeRole'], role)).length > 0) denied.push(role);
  }
  if (denied.length === 0) return [];
  return [
    `Your credentials (${principal}) have no right to assume ${denied.join(', ')}: give them sts:AssumeRole on these roles.`,
  ];
}

/** For the session of a role, returns the role's ARN, because IAM cannot simulate the rights of a session. */
async function principalOf(caller: string, aws: Aws): Promise<string> {
  const [, role] = /:assumed-role\/([^/]+)\//.exec(caller) ?? [];
  return role === undefined ? caller : aws.roleArn(role);
}

async function problemsOfCloudFormation(
  role: string,
  settings: StageSettings,
  where: Where,
  aws: Aws,
): Promise<ProblemText[]> {
  const denied: string[] = [];
  for (const [service, rights] of Object.entries(NEEDED_RIGHTS)) {
    for (const needed of rights) {
      if (needed.when?.(settings) === false) continue;
      denied.push(...(await aws.denied(role, actionsOf(service, needed), needed.on(where))));
    }
  }
  if (denied.length === 0) return [];
  // `npm run rights` accepts no temporary stage.
  const own =
    settings.expiresAt === undefined
      ? `, or with the policy of \`npm run rights -- --policy cloudformation --stage ${settings.stage}\``
      : '';
  return [
    `CloudFormation's role (${role}) has no right to ${denied.join(', ')}: run \`npm run bootstrap\` with a policy that allows the services that docs/rights.md lists${own}.`,
  ];
}
