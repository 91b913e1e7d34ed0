import { confirm } from '../tooling/command-line/confirm.ts';
import { runOperator } from './program.ts';

/** The command line as a person types it, without `node` and the script's name. Answers the exit code. */
export const main = (argv: readonly string[]): Promise<number> =>
  runOperator(argv, {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    // Loaded when there is somebody to connect to: not for the help.
    connect: async (choice) => (await import('./connections/connect.ts')).connect(choice),
    confirm,
  });
