import { confirm } from '../tooling/command-line/confirm.ts';
import { runOperator } from './program.ts';

/** Runs the command line, without `node` and the script's name. Returns the exit code. */
export const main = (argv: readonly string[]): Promise<number> =>
  runOperator(argv, {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    // Imported only when a command connects, so that the help stays fast.
    connect: async (choice) => (await import('./connections/connect.ts')).connect(choice),
    confirm,
  });
