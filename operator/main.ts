import { confirm } from '../tooling/command-line/confirm.ts';
import { runOperator } from './program.ts';

/** Runs a command line and returns the exit code. `argv` does not contain `node` and the script's name. */
export const main = (argv: readonly string[]): Promise<number> =>
  runOperator(argv, {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    // Imported only when a command connects, so that the help stays fast.
    connect: async (choice) => (await import('./connections/connect.ts')).connect(choice),
    confirm,
  });
