import { cdkSetup, type StageSettings } from '../../lib/stages.ts';
import type { Aws } from './aws/aws.ts';
import type { Objection } from './objections.ts';
import type { Place } from './place.ts';

/** One right of CloudFormation's role that stands for all rights of its service. */
interface NeededRight {
  readonly action: string;
  /** A resource as the stage has it. `*` for actions that IAM allows only on all resources. */
  readonly on: (where: Where) => string;
  /** Absent if every stage needs the right. */
  readonly when?: (settings: StageSettings) => boolean;
}

interface Where extends Place {
  readonly partition: string;
  /** With which the names of the stage's resources begin. */
  readonly prefix: string;
}

const arn =
  (service: string, resource: (where: Where) => string) =>
  (where: Where): string =>
    `arn:${where.partition}:${service}:${where.region}:${where.account}:${resource(where)}`;
const anything = () => '*';
const usesCodeDeploy = ({ rollout }: StageSettings) => rollout !== 'direct';

/** By the name that the service has in the types of CloudFormation, such as `AWS::DynamoDB::Table`. */
export const NEEDED_RIGHTS: Readonly<Record<string, NeededRight>> = {
  ApiGateway: {
    action: 'apigateway:POST',
    on: ({ partition, region }) => `arn:${partition}:apigateway:${region}::/restapis`,
  },
  CloudWatch: {
    action: 'cloudwatch:PutMetricAlarm',
    on: arn('cloudwatch', ({ prefix }) => `alarm:${prefix}`),
    when: (settings) => usesCodeDeploy(settings) || settings.onCall !== undefined,
  },
  CodeDeploy: {
    action: 'codedeploy:CreateDeploymentGroup',
    on: arn('codedeploy', ({ prefix }) => `deploymentgroup:${prefix}/${prefix}`),
    when: usesCodeDeploy,
  },
  DynamoDB: { action: 'dynamodb:CreateTable', on: arn('dynamodb', ({ prefix }) => `table/${prefix}`) },
  Events: { action: 'events:PutRule', on: arn('events', ({ prefix }) => `rule/${prefix}`) },
  IAM: {
    action: 'iam:CreateRole',
    on: ({ partition, account, prefix }) => `arn:${partition}:iam::${account}:role/${prefix}`,
  },
  KMS: { action: 'kms:CreateKey', on: anything },
  Lambda: { action: 'lambda:CreateFunction', on: arn('lambda', ({ prefix }) => `function:${prefix}`) },
  Logs: {
    action: 'logs:CreateLogGroup',
    on: arn('logs', ({ prefix }) => `log-group:/${prefix.replace('lines-', 'lines/')}/relay`),
  },
  Route53: {
    action: 'route53:ChangeResourceRecordSets',
    on: ({ partition }) => `arn:${partition}:route53:::hostedzone/ZONE`,
    when: ({ domain }) => domain?.hostedZoneId !== undefined,
  },
  SNS: { action: 'sns:CreateTopic', on: arn('sns', ({ prefix }) => `${prefix}-partner-notices`) },
  SQS: { action: 'sqs:CreateQueue', on: arn('sqs', ({ prefix }) => prefix) },
  WAFv2: {
    action: 'wafv2:CreateWebACL',
    on: arn('wafv2', ({ prefix }) => `regional/webacl/${prefix}/a`),
    when: ({ shield }) => shield !== undefined,
  },
  XRay: { action: 'xray:CreateSamplingRule', on: arn('xray', ({ prefix }) => `sampling-rule/${prefix}-api`) },
};

/** The roles of `cdk bootstrap` that `npm run deploy` assumes. */
const ASSUMED = ['deploy', 'file-publishing', 'lookup'];

/**
 * Objects to rights that are denied, as far as IAM can simulate them: to the credentials, the roles that deploy; to
 * CloudFormation's role, one action per service in which the stage has resources.
 */
export async function objectionsToRights(settings: StageSettings, place: Place, aws: Aws): Promise<Objection[]> {
  const caller = await aws.caller();
  const [, partition = 'aws'] = caller.split(':');
  const where = { ...place, partition, prefix: `partner-lines-${settings.stage}` };
  const cdkRole = (name: string) =>
    `arn:${partition}:iam::${place.account}:role/cdk-${cdkSetup(settings).qualifier}-${name}-role-${place.account}-${place.region}`;
  return [
    ...(await objectionsToCaller(caller, ASSUMED.map(cdkRole), aws)),
    ...(await objectionsToCloudFormation(cdkRole('cfn-exec'), settings, where, aws)),
  ];
}

async function objectionsToCaller(caller: string, roles: readonly string[], aws: Aws): Promise<Objection[]> {
  // IAM cannot simulate the root user, who may do everything.
  if (caller.endsWith(':root')) return [];
  const principal = await principalOf(caller, aws);
  const denied: string[] = [];
  for (const role of roles) {
    if ((await aws.denied(principal, ['sts:AssumeRole'], role)).length > 0) denied.push(role);
  }
  if (denied.length === 0) return [];
  return [
    `Your credentials (${principal}) may not assume ${denied.join(', ')}: give them sts:AssumeRole on these roles.`,
  ];
}

/** The ARN of a session names its role without the role's path. */
async function principalOf(caller: string, aws: Aws): Promise<string> {
  const [, role] = /:assumed-role\/([^/]+)\//.exec(caller) ?? [];
  return role === undefined ? caller : aws.roleArn(role);
}

async function objectionsToCloudFormation(
  role: string,
  settings: StageSettings,
  where: Where,
  aws: Aws,
): Promise<Objection[]> {
  const denied: string[] = [];
  for (const { action, on, when } of Object.values(NEEDED_RIGHTS)) {
    if (when?.(settings) === false) continue;
    denied.push(...(await aws.denied(role, [action], on(where))));
  }
  if (denied.length === 0) return [];
  return [
    `CloudFormation's role (${role}) may not ${denied.join(', ')}: run \`npm run bootstrap\` with a policy that allows the services that docs/deploy.md lists under "Rights".`,
  ];
}
