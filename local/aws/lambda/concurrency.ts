import type { FunctionModel, QueueMapping } from '../cloudformation/stack-model.ts';

/** How many environments a function without a queue can have, and how many batches of a queue can run at a time. */
const LOCAL_CONCURRENCY = 4;

/** Returns how many environments a function may have. A reserved concurrency can only lower the number. */
export const maxEnvironments = (
  { reservedConcurrency }: Pick<FunctionModel, 'reservedConcurrency'>,
  wanted = LOCAL_CONCURRENCY,
) => Math.max(1, Math.min(wanted, reservedConcurrency ?? wanted));

/** Returns how many batches of a queue may run at a time: `LOCAL_CONCURRENCY`, or a lower limit of the template. */
export const maxBatches = ({ maximumConcurrency }: QueueMapping) =>
  Math.min(maximumConcurrency ?? LOCAL_CONCURRENCY, LOCAL_CONCURRENCY);

/** Returns how many environments each function with queues needs, by its logical id, so that no queue waits for another. */
export function environmentsForQueues(mappings: readonly QueueMapping[]): Record<string, number> {
  const needed: Record<string, number> = {};
  for (const mapping of mappings) {
    needed[mapping.functionLogicalId] = (needed[mapping.functionLogicalId] ?? 0) + maxBatches(mapping);
  }
  return needed;
}
