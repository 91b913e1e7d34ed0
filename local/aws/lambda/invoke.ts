/** Invokes a function, for any caller: gateway, mapping, schedule or Lambda's Invoke API. */
export type Invoke = (functionLogicalId: string, event: unknown) => Promise<InvokeResult>;

export type InvokeResult =
  | { readonly ok: true; readonly payload: unknown }
  | { readonly ok: false; readonly error: { readonly errorType: string; readonly errorMessage: string } };
