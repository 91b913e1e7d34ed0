import type { cdkSetup } from '../../../lib/stages.ts';
import { logGroupPrefix, stackNameOf, stagePrefix } from '../../../shared/names/stage-names.ts';
import { PREFIX } from '../../../shared/names/table.ts';
import { type Deployed, type OperatorRole, resourcesOf, rightsOf } from './operator-rights.ts';

export interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
export interface Policy {
  readonly Version: '2012-10-17';
  readonly Statement: readonly Statement[];
}

const policy = (statements: readonly Statement[]): Policy => ({ Version: '2012-10-17', Statement: statements });
const allow = (Action: readonly string[], Resource: readonly string[]): Statement => ({
  Effect: 'Allow',
  Action,
  Resource,
});

/** Returns the policy of a person who runs operator commands. */
export function operatorPolicy(role: OperatorRole, deployed: Deployed): Policy {
  const bySubject = Map.groupBy(rightsOf(role), ([subject]) => subject);
  const statements = [...bySubject].map(([subject, rows]) => {
    const actions = rows.flatMap(([, service, ...names]) => names.map((name) => `${service}:${name}`));
    return allow([...new Set(actions)].sort(), resourcesOf(subject, deployed));
  });
  return policy([...statements, auditTrailProtection(resourcesOf('the table', deployed))]);
}

/**
 * Denies the deletion and update of entries in the audit trail, even if another policy of the same person allows them.
 * PutItem stays allowed, because commands write entries with it.
 */
const auditTrailProtection = (Resource: readonly string[]): Statement => ({
  Effect: 'Deny',
  Action: ['BatchWriteItem', 'DeleteItem', 'PartiQLDelete', 'PartiQLUpdate', 'UpdateItem'].map(
    (name) => `dynamodb:${name}`,
  ),
  Resource,
  Condition: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': [`${PREFIX.audit}*`] } },
});

/** Returns the policy of the person or pipeline that runs `npm run accept`. It includes the rights of on-call. */
export function acceptancePolicy(deployed: Deployed): Policy {
  const { partition, region, account, stage } = deployed;
  const here = (service: string, resource: string) => `arn:${partition}:${service}:${region}:${account}:${resource}`;
  return policy([
    ...operatorPolicy('on-call', deployed).Statement,
    allow(['lambda:GetFunctionRecursionConfig'], [here('lambda', `function:${stackNameOf(stage, 'service')}-*`)]),
    allow(['lambda:GetAccountSettings'], ['*']),
    allow(['logs:FilterLogEvents'], resourcesOf('the log groups of the stage', deployed)),
    allow(['sns:ListSubscriptionsByTopic'], [here('sns', `${stackNameOf(stage, 'service')}-*`)]),
  ]);
}

export const voicePlatformPolicy = (deployed: Deployed): Policy =>
  policy([
    allow(
      ['lambda:InvokeFunction'],
      [
        ...resourcesOf('the alias `live` of `line-for-call`', deployed),
        ...resourcesOf('the alias `live` of `record-call`', deployed),
      ],
    ),
    allow(['sqs:SendMessage'], resourcesOf('the intake queue', deployed)),
  ]);

/** The name, account and region of a stage, deployed or not. */
export interface Where extends Pick<Deployed, 'stage' | 'partition' | 'region' | 'account'> {
  readonly cdk: ReturnType<typeof cdkSetup>;
}

/** Returns the policy for `npm run deploy`. It does not suffice for `--destroy` and `--expired`. */
export function deployerPolicy({ stage, partition, region, account, cdk }: Where): Policy {
  const stack = (name: string) => `arn:${partition}:cloudformation:${region}:${account}:stack/${name}/*`;
  const cdkRole = `arn:${partition}:iam::${account}:role/cdk-${cdk.qualifier}-*-${account}-${region}`;
  const ownStacks = [stack(stackNameOf(stage, 'stateful')), stack(stackNameOf(stage, 'service'))];
  return policy([
    allow(['sts:AssumeRole'], [cdkRole]),
    // For --preflight, which checks CloudFormation's role and the caller's own role.
    allow(['iam:GetRole', 'iam:SimulatePrincipalPolicy'], ['*']),
    allow(['cloudformation:DescribeStacks'], [stack(cdk.stackName), ...ownStacks]),
    allow(['lambda:GetAccountSettings', 'logs:DescribeLogGroups'], ['*']),
    allow(['apigateway:GET'], [`arn:${partition}:apigateway:${region}::/account`]),
  ]);
}

/**
 * Returns the policy for CloudFormation's role, for `npm run bootstrap -- --cloudformation-execution-policies`. It
 * allows all actions of most services, because updates, rollbacks and removals need more actions than a first
 * deployment. Many of its rights apply only to resources of the stage.
 */
export function cloudFormationPolicy({ stage, partition, region, account, cdk }: Where): Policy {
  const name = stagePrefix(stage);
  const here = (service: string, resource: string) => `arn:${partition}:${service}:${region}:${account}:${resource}`;
  const role = `arn:${partition}:iam::${account}:role/${name}-*`;
  const linked = `arn:${partition}:iam::${account}:role/aws-service-role/*`;
  return policy([
    allow(['dynamodb:*'], [here('dynamodb', `table/${name}-*`)]),
    allow(['sqs:*'], [here('sqs', `${name}-*`)]),
    allow(['sns:*'], [here('sns', `${name}-*`)]),
    allow(['lambda:*'], [here('lambda', `function:${name}-*`)]),
    allow(['lambda:*'], [here('lambda', 'event-source-mapping:*')]),
    // IAM cannot limit the creation and the list of mappings to a resource.
    allow(['lambda:CreateEventSourceMapping', 'lambda:ListEventSourceMappings', 'lambda:GetEventSourceMapping'], ['*']),
    allow(['logs:*'], [here('logs', `log-group:${logGroupPrefix(stage)}/*`), here('logs', 'log-group:*:log-stream:*')]),
    // For API Gateway's access log and for saved queries. IAM cannot limit these actions to the stage.
    allow(
      [
        'CreateLogDelivery',
        'DeleteLogDelivery',
        'DescribeLogGroups',
        'DescribeQueryDefinitions',
        'DescribeResourcePolicies',
        'DeleteQueryDefinition',
        'GetLogDelivery',
        'ListLogDeliveries',
        'PutQueryDefinition',
        'PutResourcePolicy',
        'UpdateLogDelivery',
      ].map((action) => `logs:${action}`),
      ['*'],
    ),
    allow(['events:*'], [here('events', `rule/${name}-*`)]),
    allow(
      ['codedeploy:*'],
      ['application', 'deploymentgroup', 'deploymentconfig'].map((kind) => here('codedeploy', `${kind}:*`)),
    ),
    allow(
      ['cloudwatch:*'],
      [here('cloudwatch', `alarm:${name}-*`), `arn:${partition}:cloudwatch::${account}:dashboard/${name}-*`],
    ),
    allow(['cloudwatch:DescribeAlarms'], ['*']),
    allow(['xray:*'], [here('xray', `sampling-rule/${name}-*`)]),
    allow(['xray:GetSamplingRules'], ['*']),
    allow(['wafv2:*'], [here('wafv2', 'regional/*'), `arn:${partition}:apigateway:${region}::/restapis/*/stages/*`]),
    allow(['apigateway:*'], [`arn:${partition}:apigateway:${region}::/*`]),
    // The rights are on all keys, because a key has no id before its creation.
    allow(['kms:*'], ['*']),
    allow(
      [
        'route53:ChangeResourceRecordSets',
        'route53:GetChange',
        'route53:GetHostedZone',
        'route53:ListResourceRecordSets',
      ],
      ['*'],
    ),
    allow(['iam:*'], [role]),
    allow(['iam:CreateServiceLinkedRole'], [linked]),
    allow(
      ['s3:GetObject*', 's3:GetBucket*', 's3:List*'],
      [`arn:${partition}:s3:::cdk-${cdk.qualifier}-assets-${account}-${region}*`],
    ),
    allow(['ssm:GetParameters', 'ssm:GetParameter'], [here('ssm', `parameter/cdk-bootstrap/${cdk.qualifier}/*`)]),
  ]);
}
