/** What the Lambda host reports of the functions, for the log and for CloudWatch. */

/** One line that a function printed, or that the host says about it. */
export interface FunctionLog {
  readonly functionName: string;
  /** Absent for what is printed outside an invocation. */
  readonly requestId?: string;
  readonly line: string;
}

export interface Invocation {
  readonly functionName: string;
  readonly failed: boolean;
  /** Of the function alone, without a wait for an environment. Absent where it could not be loaded. */
  readonly durationMs?: number | undefined;
}
