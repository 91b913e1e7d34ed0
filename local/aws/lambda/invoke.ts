/** Invokes a function, for any caller: gateway, mapping, schedule or Lambda's Invoke API. */
export type Invoke = (functionLogicalId: string, event: unknown) => Promise<InvokeResult>;

/**
 * The result of an invocation. `error` is what Lambda calls a failed invocation: a crash, a thrown error, a timeout or
 * a response that is not JSON.
 */
export type InvokeResult =
  | { readonly ok: true; readonly payload: unknown }
  | { readonly ok: false; readonly error: { readonly errorType: string; readonly errorMessage: string } };
