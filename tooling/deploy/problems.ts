import { ACCOUNT_CONCURRENCY, CONCURRENCY_QUOTA_CODE, neededConcurrency } from '../../lib/functions/concurrency.ts';
import { STAGES, type StageSettings } from '../../lib/stages.ts';
import { type AccountAndRegion, accountAndRegionText } from './account-and-region.ts';
import type { Aws } from './aws/aws.ts';

/**
 * One reason not to deploy a stage, as a sentence that says what to do. The first problem stops a deployment.
 * `--preflight` prints all problems.
 */
export type ProblemText = string;

/** Returns a problem for each required setting that is missing: the account, and the person to page. */
export const problemsOfSettings = (settings: StageSettings, allowsNobodyOnCall = false): ProblemText[] => [
  ...problemsOfAccount(settings),
  ...(allowsNobodyOnCall ? [] : problemsOfOnCall(settings)),
];

/**
 * Returns a problem if the settings name no account, but need one. A stage needs an account if it keeps its data, or if
 * it is a permanent stage with a name of its own, such as `kr-prod`.
 */
export function problemsOfAccount({ stage, env, keepsData, expiresAt }: StageSettings): ProblemText[] {
  const isLikeAnother = expiresAt === undefined && !STAGES.some((first) => first === stage);
  if (env || !(keepsData || isLikeAnother)) return [];
  return [
    `Stage ${stage} names no account, so it would be deployed to the account of your credentials: add the line \`env: { account: '<12 digits>', region: '<such as eu-west-1>' },\` under ${stage} in lib/stages.ts.`,
  ];
}

function problemsOfOnCall({ stage, onCall, keepsData }: StageSettings): ProblemText[] {
  if (!keepsData || (onCall && onCall.page.length > 0)) return [];
  return [
    `Nobody is paged when stage ${stage} fails: write \`onCall: { page: ['<address>'], ticket: ['<address>'] },\` under ${stage} in lib/stages.ts, or deploy with --allow-nobody-on-call if somebody has subscribed by hand to the topics of the stage.`,
  ];
}

/** Returns a problem if the account allows fewer concurrent invocations than the stage needs. */
export async function problemsOfQuota(
  settings: StageSettings,
  place: AccountAndRegion,
  aws: Aws,
): Promise<ProblemText[]> {
  const needed = neededConcurrency(settings);
  if (needed === undefined) return [];
  const quota = await aws.concurrencyQuota();
  if (quota >= needed) return [];
  return [
    `Lambda allows only ${quota} invocations at once in ${accountAndRegionText(place)}, and stage ${settings.stage} needs ${needed}: run \`aws service-quotas request-service-quota-increase --service-code lambda --quota-code ${CONCURRENCY_QUOTA_CODE} --desired-value ${Math.max(needed, ACCOUNT_CONCURRENCY)} --region ${place.region}\` and deploy when AWS has raised the quota.`,
  ];
}

/**
 * Returns a problem if API Gateway would have no role for its logs, or if the stage would replace another team's role.
 * An account has one such role per region.
 */
export async function problemsOfLogRole(
  { stage, setsAccountLogRole }: StageSettings,
  place: AccountAndRegion,
  aws: Aws,
): Promise<ProblemText[]> {
  const role = await aws.apiLogRole();
  if (!setsAccountLogRole) {
    if (role !== undefined) return [];
    return [
      `API Gateway has no role for its logs in ${accountAndRegionText(place)}, and stage ${stage} does not set one: first deploy a stage there that sets one, or set the role with \`aws apigateway update-account --patch-operations op=replace,path=/cloudwatchRoleArn,value=<role>\`.`,
    ];
  }
  if (role === undefined || OUR_LOG_ROLE.test(role)) return [];
  return [
    `Stage ${stage} would replace API Gateway's role for logs in ${accountAndRegionText(place)}, ${role}, which another team may use: add the line \`setsAccountLogRole: false,\` under ${stage} in lib/stages.ts.`,
  ];
}

/** Matches a role of a stack of this service. CloudFormation can have shortened the name of the stack. */
const OUR_LOG_ROLE = /:role\/(.+\/)?partner-lines-/;
