import { FIRST_WAIT_MS } from '../shared/domain/deliveries/numbers.ts';
import type { StackModel } from './aws/cloudformation/stack-model.ts';

/**
 * Returns the stack for a first wait of this length. Without a length, returns it unchanged. The visibility timeout of
 * the queue `intake` is the longest wait of a queued call: it applies when a function ends, or could not make the wait
 * shorter, as on a busy machine. So the timeout is shortened like the waits, but never below the function's timeout.
 */
export function withIntakeWait(stack: StackModel, firstWaitMs: number | undefined): StackModel {
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
