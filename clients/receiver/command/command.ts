import type { Environment } from './flags.ts';

export interface Terminal {
  readonly environment: Environment;
  readonly print: (text: string) => void;
}

/** A command, which is the first word of the command line. */
export interface Command {
  readonly usage: string;
  /** True if the command runs until somebody stops it. */
  readonly serves?: true;
  /** Runs the command. Returns the exit code: 0 if it succeeded, otherwise 1. */
  run(args: readonly string[], terminal: Terminal): Promise<0 | 1>;
}

/** Returns a function that prints lines with the time of day, for commands that run for a long time. */
export const withTime =
  (print: Terminal['print']): Terminal['print'] =>
  (text) =>
    print(`${new Date().toTimeString().slice(0, 8)} ${text}`);
