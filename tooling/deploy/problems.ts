import { neededConcurrency } from '../../lib/functions/capacity.ts';
import { STAGES, type StageSettings } from '../../lib/stages.ts';
import type { Aws } from './aws/aws.ts';
import { type Place, placeText } from './place.ts';

/**
 * One reason not to deploy a stage: a sentence with the line or command that fixes it. The first problem stops a
 * deployment. With `--dry-run` and `npm run synth`, problems are only printed.
 */
export type ProblemText = string;

/** Returns problems if the stage lacks its account, or somebody to page. */
export const problemsOfSettings = (settings: StageSettings, allowsNobodyOnCall = false): ProblemText[] => [
  ...problemsOfPlace(settings),
  ...(allowsNobodyOnCall ? [] : problemsOfOnCall(settings)),
];

/**
 * Returns problems if the settings name no account, although the stage keeps its data, or is a permanent stage other than
 * dev, staging and prod.
 */
export function problemsOfPlace({ stage, env, keepsData, expiresAt }: StageSettings): ProblemText[] {
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

/**
 * Returns a problem if Lambda's quota is too low. A new account may have a quota of 10, from which nothing can be
 * reserved.
 */
export async function problemsOfQuota(settings: StageSettings, place: Place, aws: Aws): Promise<ProblemText[]> {
  const needed = neededConcurrency(settings);
  if (needed === undefined) return [];
  const quota = await aws.concurrencyQuota();
  if (quota >= needed) return [];
  return [
    `Lambda allows only ${quota} invocations at once in ${placeText(place)}, and stage ${settings.stage} needs ${needed}: run \`aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value ${Math.max(needed, USUAL_QUOTA)} --region ${place.region}\` and deploy when AWS has raised the quota.`,
  ];
}

/**
 * Returns problems if the stage needs API Gateway's role for logs and nobody has set it, or if the stage would replace
 * another team's role. An account has one such role per region.
 */
export async function problemsOfLogRole(
  { stage, setsAccountLogRole }: StageSettings,
  place: Place,
  aws: Aws,
): Promise<ProblemText[]> {
  const role = await aws.apiLogRole();
  if (!setsAccountLogRole) {
    if (role !== undefined) return [];
    return [
      `API Gateway has no role for its logs in ${placeText(place)}, and stage ${stage} sets none: deploy dev there first, or set the role with \`aws apigateway update-account --patch-operations op=replace,path=/cloudwatchRoleArn,value=<role>\`.`,
    ];
  }
  if (role === undefined || OUR_LOG_ROLE.test(role)) return [];
  return [
    `Stage ${stage} would replace API Gateway's role for logs in ${placeText(place)}, ${role}, which another team may use: add the line \`setsAccountLogRole: false,\` under ${stage} in lib/stages.ts.`,
  ];
}

/**
 * Matches the role of a stateful stack of this service. CloudFormation shortens the name of the stack if it is long.
 */
const OUR_LOG_ROLE = /:role\/(.+\/)?partner-lines-/;

/** The quota of most established accounts. AWS grants it to a new account most easily. */
const USUAL_QUOTA = 1_000;
