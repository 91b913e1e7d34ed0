import type { AlarmDefinition } from './alarm-definition.ts';

/**
 * The synthesized template as the local service needs it, with every intrinsic function replaced by its result for the
 * local engines.
 */
export interface StackModel {
  readonly stackName: string;
  readonly functions: readonly FunctionModel[];
  readonly tables: readonly TableModel[];
  /** The queues. Each dead-letter queue comes before the queues that name it. */
  readonly queues: readonly QueueModel[];
  readonly streamMappings: readonly StreamMapping[];
  readonly queueMappings: readonly QueueMapping[];
  readonly schedules: readonly Schedule[];
  readonly api: ApiModel;
  readonly alarms: readonly AlarmDefinition[];
  /** The outputs of the service stack, without those that refer to something without a local counterpart. */
  readonly outputs: Readonly<Record<string, string>>;
}

export interface FunctionModel {
  readonly logicalId: string;
  /** The name of the function's folder under functions/, and its name in the local Lambda API. */
  readonly name: string;
  readonly arn: string;
  /** The folder with the bundle, such as an asset of cdk.out. */
  readonly codeDir: string;
  /** The handler as `file.export`, as in Lambda. */
  readonly handler: string;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** Which of Lambda's own log lines are kept: `WARN` leaves out the reports of successful invocations. */
  readonly systemLogLevel: 'DEBUG' | 'INFO' | 'WARN';
  readonly environment: Readonly<Record<string, string>>;
  readonly reservedConcurrency?: number;
}

export interface TableModel {
  readonly logicalId: string;
  readonly name: string;
  /** The table's properties. Provisioning leaves out some of them, such as point-in-time recovery. */
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface QueueModel {
  readonly logicalId: string;
  readonly name: string;
  readonly url: string;
  readonly arn: string;
  /** The attributes in the form of SQS CreateQueue (`VisibilityTimeout`, `RedrivePolicy` as JSON text, …). */
  readonly attributes: Readonly<Record<string, string>>;
}

interface Mapping {
  readonly logicalId: string;
  readonly functionLogicalId: string;
  readonly enabled: boolean;
  readonly batchSize: number;
  readonly reportsBatchItemFailures: boolean;
}

export interface StreamMapping extends Mapping {
  readonly kind: 'stream';
  readonly tableLogicalId: string;
  /**
   * EventBridge patterns of the mapping. A record must match at least one pattern. Without patterns, every record
   * passes.
   */
  readonly filters: readonly unknown[];
  readonly startingPosition: 'TRIM_HORIZON' | 'LATEST';
  readonly bisectOnError: boolean;
  /** How many times a failed batch is retried. -1 sets no limit, except the maximum age of the records. */
  readonly maximumRetryAttempts: number;
  /** The age up to which a record is retried; -1 means until the stream deletes the record. */
  readonly maximumRecordAgeSeconds: number;
  readonly failureQueueLogicalId?: string;
}

export interface QueueMapping extends Mapping {
  readonly kind: 'queue';
  readonly queueLogicalId: string;
  readonly maximumConcurrency?: number;
}

export interface Schedule {
  readonly logicalId: string;
  readonly functionLogicalId: string;
  readonly everySeconds: number;
}

export interface ApiModel {
  /** The API's logical id. On AWS, API Gateway chooses the id instead. */
  readonly id: string;
  readonly name: string;
  readonly stageName: string;
  readonly methods: readonly ApiMethod[];
  /** Gateway responses by response type, such as `ACCESS_DENIED` or `DEFAULT_4XX`. */
  readonly gatewayResponses: Readonly<Record<string, GatewayResponse>>;
}

export interface ApiMethod {
  /** The HTTP method, or `ANY`. */
  readonly method: string;
  /** The path as in the template, such as `/v1/tenants/{customerId}` or `/{proxy+}`. */
  readonly path: string;
  readonly authorizerFunctionLogicalId?: string;
  readonly integration:
    | { readonly kind: 'lambda'; readonly functionLogicalId: string; readonly timeoutMs: number }
    | MockIntegration;
}

/** An integration that responds without a function. Headers and body are templates, as in `GatewayResponse`. */
export interface MockIntegration {
  readonly kind: 'mock';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The content types that have a request template. A request without a type counts as application/json. */
  readonly contentTypes: readonly string[];
  /** The gateway response to a request whose content type has no request template. */
  readonly otherContentType: 'UNSUPPORTED_MEDIA_TYPE' | 'API_CONFIGURATION_ERROR';
}

export interface GatewayResponse {
  readonly status?: number;
  /** Header values by name, as in the template: a literal (`'…'`) or a `context.…` expression. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The body template for application/json. It may contain `$context.…` variables. */
  readonly template: string;
}
