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
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { VariableName } from '../../shared/config/config.ts';
import { metricsNamespace } from '../../shared/names/metrics.ts';
import { acceptWildcard } from '../accept.ts';
import { onTable, toDecrypt, toLog, toSend, toTrace } from '../policy.ts';
import { type FunctionName, RIGHTS } from '../rights.ts';
import type { StageSettings } from '../stages.ts';
import type { StatefulStack } from '../stateful-stack.ts';
import { reservedConcurrency } from './capacity.ts';
import { logGroupName } from './logs.ts';

/** What all functions of a stage share. */
export interface StageContext {
  readonly settings: StageSettings;
  readonly data: StatefulStack;
  /** Folder with one built bundle per function. */
  readonly bundlesDir: string;
}

interface ServiceFunctionProps {
  readonly timeoutSeconds: number;
  /** CPU comes with memory. Whoever makes a partner wait has more; whoever waits for partners has less. */
  readonly memoryMb: 512 | 1024;
  /** For pollers; everything else a function may do stands in rights.ts. */
  readonly alsoMay?: readonly PolicyStatement[];
  /** What it writes may invoke it again. Lambda's own detection would end such a loop after about 16 invocations. */
  readonly isInLoop?: true;
  readonly environment?: Partial<Record<VariableName, string>>;
}

/** One folder under functions/ as a Lambda, with a role of its own that may do what rights.ts says and nothing more. */
export class ServiceFunction extends LambdaFunction {
  readonly action: FunctionName;
  readonly alias: Alias;

  constructor(scope: Construct, action: FunctionName, context: StageContext, props: ServiceFunctionProps) {
    const { bundlesDir, settings } = context;
    const { stage, keepsData } = settings;
    const reservedConcurrentExecutions = reservedConcurrency(action, settings);
    super(scope, action, {
      description: `partner-lines ${stage}: ${action}`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(join(bundlesDir, action), { exclude: ['*.map'] }),
      handler: 'index.handler',
      memorySize: props.memoryMb,
      timeout: Duration.seconds(props.timeoutSeconds),
      ...(reservedConcurrentExecutions === undefined ? {} : { reservedConcurrentExecutions }),
      ...running(scope, action, context, props),
      loggingFormat: LoggingFormat.JSON,
      // Eight attempts with waits of up to an hour need more hops than Lambda allows; the code counts the hops instead.
      ...(props.isInLoop ? { recursiveLoop: RecursiveLoop.ALLOW } : {}),
      // By Lambda itself; the X-Ray library is no longer developed, and nothing of a request's content is recorded.
      tracing: Tracing.ACTIVE,
      currentVersionOptions: {
        // Kept, so that the alias can be set back within seconds; but not if the deployment that made it fails.
        removalPolicy: keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
      },
    });
    this.action = action;
    // CDK's classes have a `role` that may be undefined, its interfaces one that may be absent; hence this and the next cast.
    this.alias = new Alias(this, 'live', { aliasName: 'live', version: this.currentVersion as IVersion });
  }

  /** What callers are given: the version that is rolled out, which need not be the one that was uploaded last. */
  get live(): IFunction {
    return this.alias as IFunction;
  }
}

/** What a function is told, where it logs, and its role. */
function running(scope: Construct, action: FunctionName, context: StageContext, props: ServiceFunctionProps) {
  const { stage } = context.settings;
  const logGroup = LogGroup.fromLogGroupName(scope, `${action}-logs`, logGroupName(stage, action));
  const granted = grants(action, context);
  const role = new Role(scope, `${action}-role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: {
      rights: new PolicyDocument({
        statements: [toLog(logGroup), toTrace(), ...granted.statements, ...(props.alsoMay ?? [])],
      }),
    },
  });
  acceptWildcard(
    role,
    logGroup.logGroupArn,
    'All streams of its own log, because Lambda makes one for each environment',
  );
  acceptWildcard(role, '*', 'X-Ray has no resource-level permissions');
  return {
    logGroup,
    // Nothing that CDK would add unasked gets in.
    role: role.withoutPolicyUpdates(),
    environment: {
      POWERTOOLS_SERVICE_NAME: action,
      POWERTOOLS_METRICS_NAMESPACE: metricsNamespace(stage),
      ...granted.environment,
      ...props.environment,
    },
  };
}

/** The row of rights.ts, as statements and as the variables that go with them. */
function grants(action: FunctionName, { data: { table, queues, secretsKey } }: StageContext) {
  const rights = RIGHTS[action];
  return {
    statements: [
      ...rights.table.map((right) => onTable(table, right)),
      ...(rights.sendsWakeUps ? [toSend(queues.main, queues.slow)] : []),
      ...(rights.decryptsSigningSecrets ? [toDecrypt(secretsKey)] : []),
    ],
    environment: {
      ...(rights.table.length > 0 ? { TABLE_NAME: table.tableName } : {}),
      ...(rights.sendsWakeUps ? { QUEUE_URL: queues.main.queueUrl, SLOW_QUEUE_URL: queues.slow.queueUrl } : {}),
    },
  };
}
