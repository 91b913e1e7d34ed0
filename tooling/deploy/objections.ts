import { neededConcurrency } from '../../lib/functions/capacity.ts';
import { STAGES, type StageSettings } from '../../lib/stages.ts';
import type { Aws } from './aws/aws.ts';
import { named, type Place } from './place.ts';

/**
 * One reason not to deploy a stage as it is: a sentence with the line or command that changes it. The first objection
 * stops a deployment. With `--dry-run` and `npm run synth`, objections are only printed.
 */
export type Objection = string;

/** Objects to the settings of a stage if they should name an account, or somebody to page, and do not. */
export const objectionsToSettings = (settings: StageSettings, allowsNobodyOnCall = false): Objection[] => [
  ...objectionsToPlace(settings),
  ...(allowsNobodyOnCall ? [] : objectionsToOnCall(settings)),
];

/** Objects to a stage that keeps its data, or stands beside another of its kind, if its settings name no account. */
export function objectionsToPlace({ stage, env, keepsData, expiresAt }: StageSettings): Objection[] {
  const isLikeAnother = expiresAt === undefined && !STAGES.some((first) => first === stage);
  if (env || !(keepsData || isLikeAnother)) return [];
  return [
    `Stage ${stage} names no account, so it would be deployed to the account of your credentials: add the line \`env: { account: '<12 digits>', region: '<such as eu-west-1>' },\` under ${stage} in lib/stages.ts.`,
  ];
}

function objectionsToOnCall({ stage, onCall, keepsData }: StageSettings): Objection[] {
  if (!keepsData || (onCall && onCall.page.length > 0)) return [];
  return [
    `Nobody is paged when stage ${stage} fails: write \`onCall: { page: ['<address>'], ticket: ['<address>'] },\` under ${stage} in lib/stages.ts, or deploy with --allow-nobody-on-call if somebody has subscribed by hand to the topics of the stage.`,
  ];
}

/** Objects if Lambda's quota is too low. A new account may have a quota of 10, which leaves nothing to reserve. */
export async function objectionsToQuota(settings: StageSettings, place: Place, aws: Aws): Promise<Objection[]> {
  const needed = neededConcurrency(settings);
  if (needed === undefined) return [];
  const quota = await aws.concurrencyQuota();
  if (quota >= needed) return [];
  return [
    `Lambda allows only ${quota} invocations at once in ${named(place)}, and stage ${settings.stage} needs ${needed}: run \`aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value ${Math.max(needed, USUAL_QUOTA)} --region ${place.region}\` and deploy when AWS has raised the quota.`,
  ];
}

/**
 * Objects if the stage needs API Gateway's role for logs and nobody has set it, or if the stage would replace the role
 * of another team. There is one role for the account and region.
 */
export async function objectionsToLogRole(
  { stage, setsAccountLogRole }: StageSettings,
  place: Place,
  aws: Aws,
): Promise<Objection[]> {
  const role = await aws.apiLogRole();
  if (!setsAccountLogRole) {
    if (role !== undefined) return [];
    return [
      `API Gateway has no role for its logs in ${named(place)}, and stage ${stage} sets none: deploy dev there first, or set the role with \`aws apigateway update-account --patch-operations op=replace,path=/cloudwatchRoleArn,value=<role>\`.`,
    ];
  }
  if (role === undefined || OUR_LOG_ROLE.test(role)) return [];
  return [
    `Stage ${stage} would replace API Gateway's role for logs in ${named(place)}, ${role}, which another team may use: add the line \`setsAccountLogRole: false,\` under ${stage} in lib/stages.ts.`,
  ];
}

/** The role of a stateful stack of this service. CloudFormation shortens the name of the stack if it is long. */
const OUR_LOG_ROLE = /:role\/(.+\/)?partner-lines-/;

/** The usual quota of an established account. It is also the one that AWS grants a new account most easily. */
const USUAL_QUOTA = 1_000;
