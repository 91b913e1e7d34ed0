/**
 * Messages between the host and a worker. They are not validated, because both sides are our own code of the same
 * version.
 */

export interface WorkerSetup {
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMb: number;
  readonly timeoutMs: number;
  readonly logStream: string;
  readonly codeDir: string;
  /** The handler, in the form `file.export`. */
  readonly handler: string;
  /** The folder for the compiled code of bundles. Without it, each worker compiles its bundle. */
  readonly compiledDir: string | undefined;
  /** The key of the global symbol under which a bundle looks for the local overrides. */
  readonly overridesKey: string;
  readonly overrides: unknown;
}

/** One invocation. The event is JSON text, as on the Runtime API. */
export interface Job {
  readonly requestId: string;
  readonly event: string;
}

export interface FunctionError {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly stackTrace?: readonly string[];
}

/** The result of an invocation, or of the start of a worker. */
export type Conclusion =
  | { readonly ok: true; readonly payload: string }
  | { readonly ok: false; readonly error: FunctionError };

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'response'; readonly payload: string }
  | { readonly kind: 'failed'; readonly error: FunctionError }
  /** The worker is about to end because of this error. */
  | { readonly kind: 'crashed'; readonly error: FunctionError }
  | { readonly kind: 'printed'; readonly stream: 'stdout' | 'stderr'; readonly text: string };
