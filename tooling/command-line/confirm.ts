import { createInterface } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';
import { escapeForTerminal } from './escape-for-terminal.ts';

interface Terminal {
  readonly input: Pick<ReadStream, 'isTTY'> & NodeJS.ReadableStream;
  readonly output: Pick<WriteStream, 'isTTY'> & NodeJS.WritableStream;
}

/**
 * Asks the person at the terminal. Returns true for `y` and `yes`, undefined if there is no terminal, and false for
 * anything else, also Ctrl-C. The question goes to stderr, because another program can read JSON from stdout.
 */
export function confirm(
  question: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<boolean | undefined> {
  if (!input.isTTY || !output.isTTY) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const terminal = createInterface({ input, output });
    const end = () => {
      output.write('\n');
      resolve(false);
    };
    terminal.once('close', end);
    terminal.question(`${escapeForTerminal(question)} [y/N] `, (answer) => {
      terminal.off('close', end).close();
      resolve(/^y(es)?$/i.test(answer.trim()));
    });
  });
}
