import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnAlias, CfnFunction, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { METRICS, METRICS_SERVICE, metricsNamespace } from '../../shared/names/metrics.ts';
import { acceptWildcard } from '../accepted-findings.ts';
import { ROLLOUT_CHECK } from '../rights.ts';
import { ServiceFunction, type StageContext } from './service-function.ts';

const PACE = {
  'at-once': LambdaDeploymentConfig.ALL_AT_ONCE,
  canary: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
} as const;

/**
 * How many functions shift traffic at a time. Lambda accepts 15 control requests per second for the whole account and
 * rejects more ("exceeded the request limit for AWSLambda"). A rejection makes the deployment fail, and then its
 * rollback too.
 */
const AT_ONCE = 5;

interface RolloutProps {
  readonly context: StageContext;
  readonly functions: readonly ServiceFunction[];
  readonly pace: keyof typeof PACE;
}

/**
 * Shifts traffic to the new version of each function with CodeDeploy, and back to the old version as soon as the new
 * version fails. CloudFormation then fails too, and rolls back the rest of the stack. Before the shift, `check-version`
 * tries the new versions.
 */
export class Rollout extends Construct {
  constructor(scope: Construct, id: string, { context, functions, pace }: RolloutProps) {
    super(scope, id);
    const { stage } = context.settings;
    const application = new LambdaApplication(this, 'Application');
    const check = this.#check(functions, application, context);
    const role = this.#role(functions, check);
    for (const fn of functions) {
      new LambdaDeploymentGroup(this, fn.action, {
        application,
        alias: fn.alias,
        role: role.withoutPolicyUpdates(),
        deploymentConfig: PACE[pace],
        preHook: check as IFunction,
        alarms: this.#signs(fn, stage),
        autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
      });
    }
    shiftGroupsInTurn(
      functions.map(({ alias }) => alias.node.defaultChild),
      check.node.defaultChild,
    );
  }

  /** Creates `check-version`. Its variable `NEW_VERSIONS` names all new versions, so these exist before traffic shifts. */
  #check(functions: readonly ServiceFunction[], { applicationName }: LambdaApplication, context: StageContext) {
    const anyVersion = functions.map(({ functionArn }) => `${functionArn}:*`);
    const groups = Stack.of(this).formatArn({
      service: 'codedeploy',
      resource: 'deploymentgroup',
      resourceName: `${applicationName}/*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    acceptWildcard(this, groups, 'The deployment groups depend on check-version, so its policy cannot name them');
    const versions = functions.map(({ action, functionName, currentVersion: { version } }) => [
      action,
      `${functionName}:${version}`,
    ]);
    return new ServiceFunction(this, ROLLOUT_CHECK, context, {
      environment: { NEW_VERSIONS: Stack.of(this).toJsonString(Object.fromEntries(versions)) },
      alsoMay: [
        new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: anyVersion }),
        new PolicyStatement({ actions: ['codedeploy:PutLifecycleEventHookExecutionStatus'], resources: [groups] }),
      ],
    });
  }

  /** Makes a role with only those rights of AWSCodeDeployRoleForLambdaLimited (AWS) that a rollout uses. */
  #role(functions: readonly ServiceFunction[], check: ServiceFunction): Role {
    const anyVersion = functions.map(({ functionArn }) => `${functionArn}:*`);
    for (const versions of anyVersion) {
      acceptWildcard(
        this,
        versions,
        'The number of the next version is not known yet, and a rollback can go to any version',
      );
    }
    acceptWildcard(this, '*', 'CloudWatch shows composite alarms only to roles that may see all alarms');
    return new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      inlinePolicies: {
        rights: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['lambda:GetAlias', 'lambda:UpdateAlias'],
              resources: functions.map(({ functionArn }) => functionArn),
            }),
            new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [check.functionArn] }),
            new PolicyStatement({ actions: ['lambda:GetProvisionedConcurrencyConfig'], resources: anyVersion }),
            new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }),
          ],
        }),
      },
    });
  }

  /**
   * Returns the alarms that end a rollout. Lambda counts the crashes and timeouts of the new version. The new version
   * itself counts its faults, because Lambda does not count a 500 as an error.
   */
  #signs({ action, functionName, alias, currentVersion: { version } }: ServiceFunction, stage: string): Alarm[] {
    const errors = new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'Errors',
      dimensionsMap: {
        FunctionName: functionName,
        Resource: `${functionName}:${alias.aliasName}`,
        ExecutedVersion: version,
      },
    });
    const faults = new Metric({
      namespace: metricsNamespace(stage),
      metricName: METRICS.unhandledError.name,
      dimensionsMap: { service: METRICS_SERVICE, version: `${action}:${version}` },
    });
    return [this.#anyOf(errors, `${action}-errors`, action), this.#anyOf(faults, `${action}-faults`, action)];
  }

  /**
   * Makes an alarm that one failure raises, because a false alarm during a rollout costs only a second deployment. The
   * alarm counts only failures of the new version. Otherwise, failures of the old version would roll back the version
   * that fixes them.
   */
  #anyOf(metric: Metric, id: string, action: string): Alarm {
    return new Alarm(this, id, {
      alarmDescription: `Rolls back ${action} if its new version fails during a rollout; notifies nobody (docs/deploy.md, "Roll back")`,
      metric: metric.with({ statistic: 'Sum', period: Duration.minutes(1) }),
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      threshold: 1,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  }
}

/**
 * Makes groups of aliases shift one after the other. CloudFormation starts CodeDeploy when it updates an alias, so each
 * alias depends on all aliases of the previous group. `check-version` must know the new versions before any alias shifts.
 */
function shiftGroupsInTurn(aliases: readonly unknown[], check: unknown): void {
  const resources = aliases.filter((alias) => alias instanceof CfnAlias);
  resources.forEach((alias, index) => {
    if (check instanceof CfnFunction) alias.addResourceDependency(check);
    const turn = index - (index % AT_ONCE);
    for (const before of resources.slice(Math.max(0, turn - AT_ONCE), turn)) alias.addResourceDependency(before);
  });
}
