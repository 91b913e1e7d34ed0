import { callsDaysText } from '../shared/config/calls-days.ts';
import type { StackModel } from './aws/cloudformation/stack-model.ts';

/** Returns the stack as if the stage kept calls for `callsDays` days. If undefined, returns the stack unchanged. */
export function setCallsDays(stack: StackModel, callsDays: number | undefined): StackModel {
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
