import type {
  FunctionModel,
  QueueMapping,
  QueueModel,
  StreamMapping,
} from '../../../local/aws/cloudformation/stack-model.ts';

/** Parts of a synthesized stack, with the changes that a test needs. */
export const functionModel = (name: string, change: Partial<FunctionModel> = {}): FunctionModel => ({
  logicalId: name,
  name,
  arn: `arn:aws:lambda:eu-west-1:000000000000:function:${name}`,
  codeDir: '',
  handler: 'index.handler',
  timeoutMs: 30_000,
  memoryMb: 256,
  systemLogLevel: 'WARN',
  environment: {},
  ...change,
});

export const queueModel = (
  name: string,
  { endpoint = 'http://127.0.0.1:1', ...change }: Partial<QueueModel> & { readonly endpoint?: string } = {},
): QueueModel => ({
  logicalId: name,
  name,
  url: `${endpoint}/000000000000/${name}`,
  arn: `arn:aws:sqs:eu-west-1:000000000000:${name}`,
  attributes: {},
  ...change,
});

const enabled = { enabled: true, batchSize: 10, reportsBatchItemFailures: true } as const;

export const queueMappingModel = (change: Partial<QueueMapping> = {}): QueueMapping => ({
  ...enabled,
  kind: 'queue',
  logicalId: 'MainMapping',
  functionLogicalId: 'deliver-webhook',
  queueLogicalId: 'main',
  ...change,
});

export const streamMappingModel = (change: Partial<StreamMapping> = {}): StreamMapping => ({
  ...enabled,
  kind: 'stream',
  logicalId: 'RelayMapping',
  functionLogicalId: 'relay',
  tableLogicalId: 'Table',
  filters: [{ eventName: ['INSERT'], dynamodb: { Keys: { SK: { S: ['DELIVERY'] } } } }],
  startingPosition: 'TRIM_HORIZON',
  bisectOnError: true,
  maximumRetryAttempts: 1,
  maximumRecordAgeSeconds: 3600,
  ...change,
});
