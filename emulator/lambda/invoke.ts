/** How a function is run, whoever asks: gateway, mapping, schedule or Lambda's Invoke API. */
export type Invoke = (functionLogicalId: string, event: unknown) => Promise<InvokeResult>;

/** `error` is a crash, a thrown error, a time-out or an unserialisable answer: what Lambda calls a failed invocation. */
export type InvokeResult =
  | { readonly ok: true; readonly payload: unknown }
  | { readonly ok: false; readonly error: { readonly errorType: string; readonly errorMessage: string } };
