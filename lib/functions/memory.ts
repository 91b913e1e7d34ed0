import { type DeployedFunction, isEndpoint } from '../rights.ts';

/**
 * The memory of functions in MB. CPU grows with memory, so functions that handle requests get more memory than others.
 * line-for-call also gets more, because a caller hears silence until it returns.
 */
export const MEMORY_MB = { request: 1_024, background: 512 } as const;

export const memoryMb = (action: DeployedFunction): number =>
  isEndpoint(action) || action === 'authorizer' || action === 'line-for-call'
    ? MEMORY_MB.request
    : MEMORY_MB.background;
