/** Invokes a function, for any caller: gateway, mapping, schedule or Lambda's Invoke API. */
export type Invoke = (functionLogicalId: string, event: unknown) => Promise<InvokeResult>;

export type InvokeResult =
  | { readonly ok: true; readonly payload: unknown }
  | { readonly ok: false; readonly error: { readonly errorType: string; readonly errorMessage: string } };

/** A line that a function printed, or a line from the host about the function. */
export interface FunctionLog {
  readonly functionName: string;
  /** The id of the invocation. Absent for a line that was printed outside an invocation. */
  readonly requestId?: string;
  readonly line: string;
}

/** The message of the line that the host adds to the log of a function whose invocation failed. */
export const INVOCATION_FAILED = 'Invocation failed';

export interface Invocation {
  readonly functionName: string;
  readonly failed: boolean;
  /** How long the function ran, without the wait for an environment. Absent if the function could not be loaded. */
  readonly durationMs?: number | undefined;
}
