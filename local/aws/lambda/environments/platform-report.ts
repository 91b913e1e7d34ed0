import type { FunctionModel } from '../../cloudformation/stack-model.ts';
import type { Conclusion } from './worker-messages.ts';

interface Ended {
  readonly requestId: string;
  readonly concluded: Conclusion;
  /** Whether the environment can run further invocations. */
  readonly isUsable: boolean;
  readonly durationMs: number;
  /** How long the environment took to load the function. Present only for the environment's first invocation. */
  readonly initDurationMs: number | undefined;
  readonly at: Date;
}

/** How an invocation ended, in Lambda's terms. */
type Status = 'success' | 'error' | 'failure' | 'timeout';

/**
 * Returns Lambda's report of an invocation in the log format JSON. A success has the level INFO, anything else WARN.
 * Returns undefined if the function's system log level leaves the report out. The memory used is missing, because a
 * worker cannot measure it.
 */
export function platformReport(
  { memoryMb, systemLogLevel }: Pick<FunctionModel, 'memoryMb' | 'systemLogLevel'>,
  { requestId, concluded, isUsable, durationMs, initDurationMs, at }: Ended,
): string | undefined {
  const status = reportedStatus(concluded, isUsable);
  if (status === 'success' && systemLogLevel === 'WARN') return undefined;
  const metrics = {
    durationMs: toMicroseconds(durationMs),
    billedDurationMs: Math.ceil(durationMs + (initDurationMs ?? 0)),
    memorySizeMB: memoryMb,
    ...(initDurationMs !== undefined && { initDurationMs: toMicroseconds(initDurationMs) }),
  };
  const errorType = concluded.ok || status === 'timeout' ? {} : { errorType: concluded.error.errorType };
  const record = { requestId, metrics, status, ...errorType };
  return JSON.stringify({ time: at.toISOString(), type: 'platform.report', record });
}

function reportedStatus(concluded: Conclusion, isUsable: boolean): Status {
  if (concluded.ok) return 'success';
  if (concluded.error.errorType === 'Sandbox.Timedout') return 'timeout';
  return isUsable ? 'error' : 'failure';
}

const toMicroseconds = (ms: number) => Math.round(ms * 1_000) / 1_000;
