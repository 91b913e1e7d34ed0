import type { AlarmDefinition } from './alarm-definition.ts';

/**
 * The synthesized template as the local service needs it: intrinsics resolved against the local engines.
 * `template.ts` makes it, and every other folder of the emulator reads it.
 */
export interface StackModel {
  readonly stackName: string;
  readonly functions: readonly FunctionModel[];
  readonly tables: readonly TableModel[];
  /** Queues that others name as their dead-letter queue come first. */
  readonly queues: readonly QueueModel[];
  readonly streamMappings: readonly StreamMapping[];
  readonly queueMappings: readonly QueueMapping[];
  readonly schedules: readonly Schedule[];
  readonly api: ApiModel;
  readonly alarms: readonly AlarmDefinition[];
  /** Outputs of the service stack by name, resolved. One that names something no local part stands for is left out. */
  readonly outputs: Readonly<Record<string, string>>;
}

export interface FunctionModel {
  readonly logicalId: string;
  /** The folder under functions/, read from the function's POWERTOOLS_SERVICE_NAME. Its name in Lambda's API locally. */
  readonly name: string;
  readonly arn: string;
  /** Folder that holds the bundle, an asset of cdk.out. */
  readonly codeDir: string;
  /** `file.export`, as Lambda has it. */
  readonly handler: string;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly reservedConcurrency?: number;
}

export interface TableModel {
  readonly logicalId: string;
  readonly name: string;
  /** The resource's properties, resolved; the engine refuses some of them (PITR), which provisioning leaves out. */
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface QueueModel {
  readonly logicalId: string;
  readonly name: string;
  readonly url: string;
  readonly arn: string;
  /** As SQS CreateQueue takes them (`VisibilityTimeout`, `RedrivePolicy` as JSON text, …). */
  readonly attributes: Readonly<Record<string, string>>;
}

interface Mapping {
  readonly logicalId: string;
  readonly functionLogicalId: string;
  readonly enabled: boolean;
  readonly batchSize: number;
  readonly reportsBatchItemFailures: boolean;
  /** EventBridge patterns, one of which a record must match. Empty: all records. */
  readonly filters: readonly unknown[];
}

export interface StreamMapping extends Mapping {
  readonly kind: 'stream';
  readonly tableLogicalId: string;
  readonly startingPosition: 'TRIM_HORIZON' | 'LATEST';
  readonly bisectOnError: boolean;
  /** -1 retries until the record expires. */
  readonly maximumRetryAttempts: number;
  /** -1 keeps a record until the stream drops it. */
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
  /** Its logical id, in place of the id AWS would give. */
  readonly id: string;
  readonly name: string;
  readonly stageName: string;
  readonly methods: readonly ApiMethod[];
  /** By response type, such as `ACCESS_DENIED` or `DEFAULT_4XX`. */
  readonly gatewayResponses: Readonly<Record<string, GatewayResponse>>;
}

export interface ApiMethod {
  /** `ANY` or an HTTP method. */
  readonly method: string;
  /** As in the template: `/v1/tenants/{customerId}`, `/{proxy+}`. */
  readonly path: string;
  readonly authorizerFunctionLogicalId?: string;
  readonly integration:
    | { readonly kind: 'lambda'; readonly functionLogicalId: string; readonly timeoutMs: number }
    | MockIntegration;
}

/** Answers by itself. Headers and body are templates, as in `GatewayResponse`. */
export interface MockIntegration {
  readonly kind: 'mock';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What its request templates cover; a request without a type counts as application/json. */
  readonly contentTypes: readonly string[];
  /** The gateway response for any other type of request. */
  readonly otherContentType: 'UNSUPPORTED_MEDIA_TYPE' | 'API_CONFIGURATION_ERROR';
}

export interface GatewayResponse {
  readonly status?: number;
  /** Header name to literal text (`'…'` in the template) or `context.…` expression, as the template has it. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Body template for application/json; `$context.…` variables are substituted. */
  readonly template: string;
}
