/** Invokes a function, for any caller: gateway, mapping, schedule or Lambda's Invoke API. */
export type Invoke = (functionLogicalId: string, event: unknown) => Promise<InvokeResult>;

/**
 * The result of an invocation. `error` says why the invocation failed, for example because the function threw an error or
 * timed out.
 */
export type InvokeResult =
  | { readonly ok: true; readonly payload: unknown }
  | { readonly ok: false; readonly error: { readonly errorType: string; readonly errorMessage: string } };
