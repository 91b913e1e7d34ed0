/**
 * What the console needs of the operator's commands. The operator passes it in, so the console does not depend on it.
 */
export interface Commands {
  /** The name of the stack. */
  readonly service: string;
  /** How a command line of the operator begins for this service. */
  readonly operator: string;
  /** Undefined for a stack. A local service has one. */
  readonly dataDir: string | undefined;
  readonly nowMs: () => number;
  /** Runs a command by its noun and verb, with its options. Throws if the command fails. */
  run(name: string, options: unknown, watch?: Watch): Promise<Result>;
  /**
   * Checks the options of a command without running it. Returns what the command destroys or whom it shuts out, or
   * undefined if it needs no confirmation.
   */
  harmOf(name: string, options: unknown): string | undefined;
}

/** Follows a command while it runs. Commands that take long report to it. */
export interface Watch {
  onProgress(done: number, total: number): void;
  /** Whether the command should end before its next step. */
  isStopped(): boolean;
}

export interface Result {
  readonly value: unknown;
  readonly next?: string | undefined;
  readonly warnings?: readonly string[];
  readonly problems?: readonly string[];
}

export type Explain = (error: unknown) => Promise<Explanation>;

export interface Explanation {
  /** Wrong options, a command that cannot do its work, or a service that does not respond. */
  readonly kind: 'wrong' | 'rejected' | 'unavailable';
  readonly sentence: string;
}
