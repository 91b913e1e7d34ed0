import { join } from 'node:path';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyDocument, type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  Architecture,
  Code,
  type IFunction,
  type IVersion,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { VariableName } from '../../shared/config/config.ts';
import { metricsNamespace } from '../../shared/names/metrics.ts';
import { acceptWildcard } from '../accepted-findings.ts';
import {
  changeVisibilityStatement,
  decryptStatement,
  logStatement,
  markStatementsForRemoval,
  publishStatement,
  sendStatement,
  tableStatement,
  traceStatement,
} from '../policy.ts';
import { type DeployedFunction, RIGHTS, type UsedRights } from '../rights.ts';
import type { StageSettings } from '../stages.ts';
import type { StatefulStack } from '../stateful-stack.ts';
import { reservedConcurrency, warmInstances } from './concurrency.ts';
import { logGroupName } from './logs.ts';
import { memoryMb } from './memory.ts';
import { timeoutSeconds } from './timeouts.ts';

/** The settings and resources that all functions of a stage share. */
export interface StageContext {
  readonly settings: StageSettings;
  readonly data: StatefulStack;
  /** The folder with the built bundles, one per function. */
  readonly bundlesDir: string;
}

interface ServiceFunctionProps {
  /** Rights that rights.ts does not have: those of Lambda's pollers and of `check-version`. */
  readonly alsoMay?: readonly PolicyStatement[];
  /**
   * Whether a message or item that the function writes can invoke the function again. If so, Lambda's loop detection is
   * switched off: it would end the loop after about 16 invocations.
   */
  readonly isInLoop?: true;
  readonly environment?: Partial<Record<VariableName, string>>;
}

/** Makes a Lambda from one folder under functions/, with a role of its own. */
export class ServiceFunction extends LambdaFunction {
  readonly action: DeployedFunction;
  readonly alias: Alias;

  constructor(scope: Construct, action: DeployedFunction, context: StageContext, props: ServiceFunctionProps = {}) {
    const { bundlesDir, settings } = context;
    const { stage, keepsData } = settings;
    const reservedConcurrentExecutions = reservedConcurrency(action, settings);
    const provisionedConcurrentExecutions = warmInstances(action, settings);
    super(scope, action, {
      description: `partner-lines ${stage}: ${action}`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(join(bundlesDir, action), { exclude: ['*.map'] }),
      handler: 'index.handler',
      memorySize: memoryMb(action),
      timeout: Duration.seconds(timeoutSeconds(action)),
      ...(reservedConcurrentExecutions === undefined ? {} : { reservedConcurrentExecutions }),
      ...roleLogGroupAndEnvironment(scope, action, context, props),
      loggingFormat: LoggingFormat.JSON,
      // Lambda does not log the start and the end of each invocation, which would cost as much as our own lines. A
      // timeout is still logged.
      systemLogLevelV2: SystemLogLevel.WARN,
      // Lambda's loop detection is off, because it could stop a delivery with eight attempts. The code counts the hops.
      ...(props.isInLoop ? { recursiveLoop: RecursiveLoop.ALLOW } : {}),
      // Lambda itself records the traces, without any content of a request. The X-Ray library is not used, because it
      // is no longer developed.
      tracing: Tracing.ACTIVE,
      currentVersionOptions: {
        // A stage that keeps its data also keeps old versions, so that the alias can be set back within seconds. If a
        // deployment fails, the version that it made is deleted.
        removalPolicy: keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
      },
    });
    this.action = action;
    // The casts to CDK's interfaces are needed because `role` may be undefined in CDK's classes, but only absent in its
    // interfaces.
    this.alias = new Alias(this, 'live', {
      aliasName: 'live',
      version: this.currentVersion as IVersion,
      ...(provisionedConcurrentExecutions === undefined ? {} : { provisionedConcurrentExecutions }),
    });
  }

  /** Returns the alias that gets the traffic. During a canary, it sends traffic to the old and the new version. */
  get live(): IFunction {
    return this.alias as IFunction;
  }
}

function roleLogGroupAndEnvironment(
  scope: Construct,
  action: DeployedFunction,
  context: StageContext,
  props: ServiceFunctionProps,
) {
  const { stage } = context.settings;
  const logGroup = LogGroup.fromLogGroupName(scope, `${action}-logs`, logGroupName(stage, action));
  const granted = statementsAndVariables(action, context);
  const role = new Role(scope, `${action}-role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: {
      rights: new PolicyDocument({
        statements: [logStatement(logGroup), traceStatement(), ...granted.statements, ...(props.alsoMay ?? [])],
      }),
    },
  });
  acceptWildcard(
    role,
    logGroup.logGroupArn,
    'The wildcard covers the streams of the log of this function, because Lambda creates a stream for each environment',
  );
  acceptWildcard(role, '*', 'X-Ray has no resource-level permissions for writing traces');
  return {
    logGroup,
    // CDK must not add statements to the role.
    role: role.withoutPolicyUpdates(),
    environment: {
      POWERTOOLS_SERVICE_NAME: action,
      POWERTOOLS_METRICS_NAMESPACE: metricsNamespace(stage),
      ...granted.environment,
      ...props.environment,
    },
  };
}

/** Turns the rights of a function (rights.ts) into policy statements and environment variables. */
function statementsAndVariables(action: DeployedFunction, { data }: StageContext) {
  const { table, queues, intake, notices } = data;
  const rights = RIGHTS[action];
  return {
    statements: [
      ...statementsOf(rights, data),
      ...(rights.leaving === undefined ? [] : markStatementsForRemoval(statementsOf(rights.leaving, data))),
    ],
    environment: {
      ...(rights.table.length > 0 ? { TABLE_NAME: table.tableName } : {}),
      ...(rights.sendsWakeUps
        ? {
            QUEUE_URL: queues.main.queueUrl,
            SLOW_QUEUE_URL: queues.slow.queueUrl,
            HUNG_QUEUE_URL: queues.hung.queueUrl,
          }
        : {}),
      ...(rights.sendsNotices ? { NOTICES_TOPIC_ARN: notices.topicArn } : {}),
      ...(rights.delaysQueuedCalls
        ? { INTAKE_QUEUE_URL: intake.calls.queueUrl, INTAKE_DEAD_LETTER_QUEUE_URL: intake.deadLetters.queueUrl }
        : {}),
    },
  };
}

const statementsOf = (rights: UsedRights, { table, queues, intake, notices, secretsKey }: StatefulStack) => [
  ...rights.table.map((right) => tableStatement(table, right)),
  ...(rights.sendsWakeUps ? [sendStatement(queues.main, queues.slow, queues.hung)] : []),
  ...(rights.sendsNotices ? [publishStatement(notices)] : []),
  ...(rights.decryptsSigningSecrets ? [decryptStatement(secretsKey)] : []),
  ...(rights.delaysQueuedCalls ? [changeVisibilityStatement(intake.calls), sendStatement(intake.deadLetters)] : []),
];
