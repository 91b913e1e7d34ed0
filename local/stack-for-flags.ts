import { callsDaysText } from '../shared/domain/calls/expiry.ts';
import { FIRST_WAIT_MS } from '../shared/domain/deliveries/backoff.ts';
import type { StackModel } from './aws/cloudformation/stack-model.ts';

/** Returns the stack as if the stage kept calls for `callsDays` days. If undefined, returns the stack unchanged. */
export function withCallsDays(stack: StackModel, callsDays: number | undefined): StackModel {
  if (callsDays === undefined) return stack;
  const CALLS_DAYS = callsDaysText(callsDays);
  return {
    ...stack,
    functions: stack.functions.map((fn) =>
      'CALLS_DAYS' in fn.environment ? { ...fn, environment: { ...fn.environment, CALLS_DAYS } } : fn,
    ),
    outputs: { ...stack.outputs, CallsDays: CALLS_DAYS },
  };
}

/**
 * Changes the visibility timeout of the queue `intake` in proportion to the first wait of deliveries, but to no less
 * than the function's timeout. If `firstWaitMs` is undefined, returns the stack unchanged. A queued call waits for the whole visibility
 * timeout if the function crashes, or cannot set a shorter wait, for example on a busy machine.
 */
export function withIntakeVisibilityTimeout(stack: StackModel, firstWaitMs: number | undefined): StackModel {
  if (firstWaitMs === undefined) return stack;
  return {
    ...stack,
    queues: stack.queues.map((queue) => {
      if (queue.url !== stack.outputs['IntakeQueueUrl']) return queue;
      const mapping = stack.queueMappings.find(({ queueLogicalId }) => queueLogicalId === queue.logicalId);
      const fn = stack.functions.find(({ logicalId }) => logicalId === mapping?.functionLogicalId);
      const longestMs = (Number(queue.attributes['VisibilityTimeout']) * 1_000 * firstWaitMs) / FIRST_WAIT_MS;
      const VisibilityTimeout = String(Math.ceil(Math.max(longestMs, fn?.timeoutMs ?? 0) / 1_000));
      return { ...queue, attributes: { ...queue.attributes, VisibilityTimeout } };
    }),
  };
}
