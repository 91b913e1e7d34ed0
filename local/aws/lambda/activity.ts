/** What the Lambda host reports about functions, for the log and for CloudWatch. */

/** A line that a function printed, or a line from the host about the function. */
export interface FunctionLog {
  readonly functionName: string;
  /** Absent for a line printed outside an invocation. */
  readonly requestId?: string;
  readonly line: string;
}

export interface Invocation {
  readonly functionName: string;
  readonly failed: boolean;
  /** How long the function ran, without the wait for an environment. Absent if it could not be loaded. */
  readonly durationMs?: number | undefined;
}
