import * as z from 'zod';
import type { QueueMapping, QueueModel, StreamMapping } from '../stack-model.ts';
import type { FindFunction } from './functions.ts';
import type { Resource, Stacks } from './stacks.ts';
import { TABLE_TYPES } from './tables-and-queues.ts';

/** The properties of a mapping that the emulator reads, with Lambda's defaults. */
const properties = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: z.boolean().default(true),
  BatchSize: z.number().optional(),
  /**
   * Must be 0, because the local pollers pass on messages at once. With a batching window, the deployed functions would
   * run later than the local ones.
   */
  MaximumBatchingWindowInSeconds: z.literal(0).default(0),
  FunctionResponseTypes: z.array(z.literal('ReportBatchItemFailures')).default([]),
  FilterCriteria: z.object({ Filters: z.array(z.object({ Pattern: z.string() })) }).default({ Filters: [] }),
  StartingPosition: z.enum(['TRIM_HORIZON', 'LATEST']).optional(),
  BisectBatchOnFunctionError: z.boolean().default(false),
  MaximumRetryAttempts: z.number().default(-1),
  MaximumRecordAgeInSeconds: z.number().default(-1),
  DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.string() }).optional() }).default({}),
  ScalingConfig: z.object({ MaximumConcurrency: z.number().optional() }).default({}),
});

/** Settings of a mapping that have no effect on one machine. */
const WITHOUT_EFFECT = ['Tags', 'KmsKeyArn', 'MetricsConfig', 'LoggingConfig', 'ParallelizationFactor'];

/** Reads the event source mappings. Throws if a mapping has settings that the emulator does not know. */
export function readMappings(stacks: Stacks, queues: readonly QueueModel[], findFunction: FindFunction) {
  const streams = new Map(
    stacks.ofType(...TABLE_TYPES).map((table) => [table.name().attributes['StreamArn'], table.logicalId]),
  );
  const queueIds = new Map(queues.map(({ arn, logicalId }) => [arn, logicalId]));
  const streamMappings: StreamMapping[] = [];
  const queueMappings: QueueMapping[] = [];

  for (const resource of stacks.ofType('AWS::Lambda::EventSourceMapping')) {
    rejectUnknownSettings(resource);
    const set = resource.read(properties);
    const tableLogicalId = streams.get(set.EventSourceArn);
    const queueLogicalId = queueIds.get(set.EventSourceArn);
    const common = {
      logicalId: resource.logicalId,
      functionLogicalId: findFunction(set.FunctionName),
      enabled: set.Enabled,
      reportsBatchItemFailures: set.FunctionResponseTypes.length > 0,
    };
    if (tableLogicalId !== undefined) {
      const failure = set.DestinationConfig.OnFailure?.Destination;
      streamMappings.push({
        ...common,
        kind: 'stream',
        tableLogicalId,
        filters: set.FilterCriteria.Filters.map(({ Pattern }): unknown => JSON.parse(Pattern)),
        batchSize: set.BatchSize ?? 100,
        startingPosition: set.StartingPosition ?? 'LATEST',
        bisectOnError: set.BisectBatchOnFunctionError,
        maximumRetryAttempts: set.MaximumRetryAttempts,
        maximumRecordAgeSeconds: set.MaximumRecordAgeInSeconds,
        ...(failure === undefined ? {} : { failureQueueLogicalId: logicalIdOfQueue(queueIds, failure, resource) }),
      });
    } else if (queueLogicalId !== undefined) {
      queueMappings.push({ ...common, kind: 'queue', queueLogicalId, ...queueSettings(resource, set) });
    } else {
      throw new Error(`${resource.logicalId}: ${set.EventSourceArn} is neither a table's stream nor a queue`);
    }
  }
  return { streamMappings, queueMappings };
}

function queueSettings(
  { logicalId }: Resource,
  { FilterCriteria, BatchSize = 10, ScalingConfig: { MaximumConcurrency } }: z.output<typeof properties>,
) {
  if (FilterCriteria.Filters.length > 0)
    throw new Error(`${logicalId}: the local service does not filter queue messages`);
  return {
    batchSize: BatchSize,
    ...(MaximumConcurrency === undefined ? {} : { maximumConcurrency: MaximumConcurrency }),
  };
}

/** Throws if a mapping has a setting that the emulator does not know. */
function rejectUnknownSettings({ logicalId, properties: set }: Resource): void {
  const unknown = Object.keys(set).filter((name) => !(name in properties.shape) && !WITHOUT_EFFECT.includes(name));
  if (unknown.length > 0) throw new Error(`${logicalId}: the local service does not know ${unknown.join(', ')}`);
}

function logicalIdOfQueue(logicalIds: ReadonlyMap<string, string>, arn: string, { logicalId }: Resource): string {
  const found = logicalIds.get(arn);
  if (found === undefined) throw new Error(`${logicalId}: ${arn} is not one of the stacks' queues`);
  return found;
}
