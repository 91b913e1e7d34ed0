import type { FunctionModel } from '../cloudformation/stack-model.ts';
import type { MappingView } from './mapping-control.ts';

/** Returns what the local service knows about a function, in the form of GetFunction. */
export const functionConfiguration = (fn: FunctionModel) => ({
  FunctionName: fn.name,
  FunctionArn: fn.arn,
  Runtime: 'nodejs24.x',
  Handler: fn.handler,
  Timeout: fn.timeoutMs / 1000,
  MemorySize: fn.memoryMb,
  Version: '$LATEST',
  PackageType: 'Zip',
  Architectures: ['arm64'],
  State: 'Active',
  LastUpdateStatus: 'Successful',
  Environment: { Variables: fn.environment },
});

/** Returns a mapping in the form of the EventSourceMapping operations. */
export const mappingConfiguration = ({ model, ...view }: MappingView) => ({
  UUID: view.id,
  EventSourceArn: view.eventSourceArn,
  FunctionArn: view.functionArn,
  State: view.state,
  StateTransitionReason: 'USER_INITIATED',
  BatchSize: model.batchSize,
  MaximumBatchingWindowInSeconds: 0,
  FunctionResponseTypes: model.reportsBatchItemFailures ? ['ReportBatchItemFailures'] : [],
  ...(model.kind === 'stream'
    ? {
        FilterCriteria: { Filters: model.filters.map((pattern) => ({ Pattern: JSON.stringify(pattern) })) },
        StartingPosition: model.startingPosition,
        BisectBatchOnFunctionError: model.bisectOnError,
        MaximumRetryAttempts: model.maximumRetryAttempts,
        MaximumRecordAgeInSeconds: model.maximumRecordAgeSeconds,
        ...(view.failureDestinationArn && {
          DestinationConfig: { OnFailure: { Destination: view.failureDestinationArn } },
        }),
      }
    : { ...(model.maximumConcurrency && { ScalingConfig: { MaximumConcurrency: model.maximumConcurrency } }) }),
});
