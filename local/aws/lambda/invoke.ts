/** Invokes a function, for any caller: gateway, mapping, schedule or Lambda's Invoke API. */
export type Invoke = (functionLogicalId: string, event: unknown) => Promise<InvokeResult>;

/**
 * The result of an invocation. `error` means that the function crashed, threw an error, timed out or responded with
 * something other than JSON.
 */
export type InvokeResult =
  | { readonly ok: true; readonly payload: unknown }
  | { readonly ok: false; readonly error: { readonly errorType: string; readonly errorMessage: string } };
