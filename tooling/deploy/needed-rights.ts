import type { StageSettings } from '../../lib/stages.ts';
import type { AccountAndRegion } from './account-and-region.ts';

/** Rights that CloudFormation's role needs for a first deployment, an update, a rollback and a removal. */
export interface NeededRights {
  readonly actions: string;
  /** Returns an ARN with which the actions are simulated, or `*` if IAM allows one of them only on all resources. */
  readonly on: (where: Where) => string;
  /** Whether a stage with these settings needs the rights. If this function is absent, every stage needs the rights. */
  readonly when?: (settings: StageSettings) => boolean;
}

export interface Where extends AccountAndRegion {
  readonly partition: string;
  /** How most names of the stage's resources begin. */
  readonly prefix: string;
  readonly logGroups: string;
}

const arn =
  (service: string, resource: (where: Where) => string) =>
  (where: Where): string =>
    `arn:${where.partition}:${service}:${where.region}:${where.account}:${resource(where)}`;
const anything = () => '*';
const usesCodeDeploy = ({ rollout }: StageSettings) => rollout !== 'direct';
const usesAlarms = ({ onCall }: StageSettings) => onCall !== undefined;
const usesShield = ({ shield }: StageSettings) => shield !== undefined;
const keepsNothing = ({ keepsData }: StageSettings) => !keepsData;

/** Each key is the name of a service in CloudFormation's types: `DynamoDB` in `AWS::DynamoDB::Table`. */
export const NEEDED_RIGHTS: Readonly<Record<string, readonly NeededRights[]>> = {
  ApiGateway: [
    {
      actions: 'GET POST PATCH PUT DELETE',
      on: ({ partition, region }) => `arn:${partition}:apigateway:${region}::/restapis`,
    },
    {
      actions: 'SetWebACL',
      on: ({ partition, region }) => `arn:${partition}:apigateway:${region}::/restapis/a/stages/b`,
      when: usesShield,
    },
  ],
  CloudWatch: [
    {
      actions: 'PutMetricAlarm DeleteAlarms TagResource',
      on: arn('cloudwatch', ({ prefix }) => `alarm:${prefix}-service-a`),
      when: (settings) => usesCodeDeploy(settings) || usesAlarms(settings),
    },
    {
      actions: 'PutCompositeAlarm',
      on: arn('cloudwatch', ({ prefix }) => `alarm:${prefix}-service-a`),
      when: usesAlarms,
    },
    {
      actions: 'PutDashboard GetDashboard DeleteDashboards',
      on: ({ partition, account, prefix }) => `arn:${partition}:cloudwatch::${account}:dashboard/${prefix}-a`,
      when: usesAlarms,
    },
  ],
  CodeDeploy: [
    {
      actions: 'CreateApplication GetApplication DeleteApplication',
      on: arn('codedeploy', ({ prefix }) => `application:${prefix}-service-a`),
      when: usesCodeDeploy,
    },
    {
      actions:
        'CreateDeploymentGroup GetDeploymentGroup UpdateDeploymentGroup DeleteDeploymentGroup CreateDeployment GetDeployment StopDeployment',
      on: arn('codedeploy', ({ prefix }) => `deploymentgroup:${prefix}-service-a/b`),
      when: usesCodeDeploy,
    },
    // The names from `PACE` in lib/functions/rollout.ts. A test compares the names here with the names there.
    {
      actions: 'GetDeploymentConfig',
      on: arn('codedeploy', () => 'deploymentconfig:CodeDeployDefault.LambdaAllAtOnce'),
      when: ({ rollout }) => rollout === 'at-once',
    },
    {
      actions: 'GetDeploymentConfig',
      on: arn('codedeploy', () => 'deploymentconfig:CodeDeployDefault.LambdaCanary10Percent5Minutes'),
      when: ({ rollout }) => rollout === 'canary',
    },
  ],
  DynamoDB: [
    {
      actions:
        'CreateTable DescribeTable UpdateTable UpdateTimeToLive DescribeTimeToLive UpdateContinuousBackups DescribeContinuousBackups TagResource',
      on: arn('dynamodb', ({ prefix }) => `table/${prefix}-stateful-a`),
    },
    { actions: 'DeleteTable', on: arn('dynamodb', ({ prefix }) => `table/${prefix}-stateful-a`), when: keepsNothing },
  ],
  Events: [
    {
      actions: 'PutRule DescribeRule PutTargets RemoveTargets DeleteRule TagResource',
      on: arn('events', ({ prefix }) => `rule/${prefix}-service-a`),
    },
  ],
  IAM: [
    {
      actions: 'CreateRole GetRole PutRolePolicy GetRolePolicy DeleteRolePolicy TagRole PassRole DeleteRole',
      on: ({ partition, account, prefix }) => `arn:${partition}:iam::${account}:role/${prefix}-service-a`,
    },
  ],
  KMS: [
    {
      actions: 'CreateKey DescribeKey EnableKeyRotation PutKeyPolicy GetKeyPolicy TagResource ScheduleKeyDeletion',
      on: anything,
    },
  ],
  Lambda: [
    {
      actions:
        'CreateFunction GetFunction UpdateFunctionCode UpdateFunctionConfiguration DeleteFunction PublishVersion CreateAlias UpdateAlias DeleteAlias AddPermission RemovePermission PutFunctionRecursionConfig TagResource',
      on: arn('lambda', ({ prefix }) => `function:${prefix}-service-a`),
    },
    {
      actions: 'PutFunctionConcurrency DeleteFunctionConcurrency',
      on: arn('lambda', ({ prefix }) => `function:${prefix}-service-a`),
      when: ({ reservesConcurrency }) => reservesConcurrency,
    },
    {
      actions: 'PutProvisionedConcurrencyConfig GetProvisionedConcurrencyConfig DeleteProvisionedConcurrencyConfig',
      on: arn('lambda', ({ prefix }) => `function:${prefix}-service-a:live`),
      when: ({ warmInstances }) => warmInstances !== undefined,
    },
    { actions: 'CreateEventSourceMapping GetEventSourceMapping', on: anything },
    {
      actions: 'UpdateEventSourceMapping DeleteEventSourceMapping',
      on: arn('lambda', () => 'event-source-mapping:a'),
    },
  ],
  Logs: [
    {
      actions: 'CreateLogGroup PutRetentionPolicy TagResource',
      on: arn('logs', ({ logGroups }) => `log-group:${logGroups}/relay`),
    },
    {
      actions: 'DeleteLogGroup',
      on: arn('logs', ({ logGroups }) => `log-group:${logGroups}/relay`),
      when: keepsNothing,
    },
    { actions: 'PutQueryDefinition DeleteQueryDefinition CreateLogDelivery DescribeLogGroups', on: anything },
  ],
  Route53: [
    {
      actions: 'ChangeResourceRecordSets',
      on: ({ partition }) => `arn:${partition}:route53:::hostedzone/ZONE`,
      when: ({ domain }) => domain?.hostedZoneId !== undefined,
    },
  ],
  SNS: [
    {
      actions: 'CreateTopic GetTopicAttributes SetTopicAttributes TagResource DeleteTopic',
      on: arn('sns', ({ prefix }) => `${prefix}-partner-notices`),
    },
    {
      actions: 'Subscribe',
      on: arn('sns', ({ prefix }) => `${prefix}-service-a`),
      when: ({ onCall }) => [...(onCall?.page ?? []), ...(onCall?.ticket ?? [])].length > 0,
    },
  ],
  SQS: [
    {
      actions: 'CreateQueue GetQueueAttributes SetQueueAttributes TagQueue',
      on: arn('sqs', ({ prefix }) => `${prefix}-stateful-a`),
    },
    { actions: 'DeleteQueue', on: arn('sqs', ({ prefix }) => `${prefix}-stateful-a`), when: keepsNothing },
  ],
  WAFv2: [
    {
      actions: 'CreateWebACL GetWebACL UpdateWebACL DeleteWebACL AssociateWebACL DisassociateWebACL TagResource',
      on: arn('wafv2', ({ prefix }) => `regional/webacl/${prefix}/a`),
      when: usesShield,
    },
  ],
  XRay: [
    {
      actions: 'CreateSamplingRule UpdateSamplingRule DeleteSamplingRule TagResource',
      on: arn('xray', ({ prefix }) => `sampling-rule/${prefix}-api`),
    },
    { actions: 'GetSamplingRules', on: anything },
  ],
};

/** Returns actions with the prefix of the service, such as `dynamodb:CreateTable`. */
export const actionsOf = (service: string, { actions }: NeededRights): readonly string[] =>
  actions.split(' ').map((action) => `${service.toLowerCase()}:${action}`);
