import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnAlias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { METRICS, METRICS_SERVICE, metricsNamespace } from '../../shared/names/metrics.ts';
import { acceptWildcard } from '../accept.ts';
import type { ServiceFunction } from './service-function.ts';

const PACE = {
  'at-once': LambdaDeploymentConfig.ALL_AT_ONCE,
  canary: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
} as const;

/**
 * How many functions shift traffic at a time. Lambda accepts 15 control requests a second for the whole account and
 * rejects more ("exceeded the request limit for AWSLambda"). A rejected request makes the deployment fail, and then its
 * rollback.
 */
const AT_ONCE = 5;

interface RolloutProps {
  readonly stage: string;
  readonly functions: readonly ServiceFunction[];
  readonly pace: keyof typeof PACE;
}

/**
 * Shifts traffic to the new version of each function with CodeDeploy, and back to the old one as soon as the new one
 * fails. CloudFormation then fails too, and rolls back everything else that the deployment changed.
 */
export class Rollout extends Construct {
  constructor(scope: Construct, id: string, { stage, functions, pace }: RolloutProps) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application');
    const role = this.#role(functions);
    for (const fn of functions) {
      new LambdaDeploymentGroup(this, fn.action, {
        application,
        alias: fn.alias,
        role: role.withoutPolicyUpdates(),
        deploymentConfig: PACE[pace],
        alarms: this.#signs(fn, stage),
        autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
      });
    }
    shiftInTurns(functions.map(({ alias }) => alias.node.defaultChild));
  }

  /** Like AWS's policy AWSCodeDeployRoleForLambdaLimited, but limited to our functions and without hooks. */
  #role(functions: readonly ServiceFunction[]): Role {
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
   * One failure is enough: during a rollout, a false alarm costs no more than a second deployment. The alarm counts
   * only failures of the new version, so that a version that fixes a fault is not rolled back because of the old one's
   * failures.
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
 * Makes the aliases shift in turns. CloudFormation starts CodeDeploy when it updates an alias, so each alias depends on
 * all aliases of the turn before.
 */
function shiftInTurns(aliases: readonly unknown[]): void {
  const resources = aliases.filter((alias) => alias instanceof CfnAlias);
  resources.forEach((alias, index) => {
    const turn = index - (index % AT_ONCE);
    for (const before of resources.slice(Math.max(0, turn - AT_ONCE), turn)) alias.addResourceDependency(before);
  });
}
