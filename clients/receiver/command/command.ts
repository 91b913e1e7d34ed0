import type { Environment } from './flags.ts';

export interface Terminal {
  readonly environment: Environment;
  readonly print: (text: string) => void;
}

export interface Command {
  readonly usage: string;
  /** True if the command runs until somebody stops it. */
  readonly serves?: true;
  /** Returns the exit code: 0 if the command succeeded, otherwise 1. */
  run(args: readonly string[], terminal: Terminal): Promise<0 | 1>;
}

/** Returns a `print` that puts the time of day before each text. */
export const withTime =
  (print: Terminal['print']): Terminal['print'] =>
  (text) =>
    print(`${new Date().toTimeString().slice(0, 8)} ${text}`);
