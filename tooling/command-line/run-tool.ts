import { escapeLinesForTerminal } from './escape-for-terminal.ts';
import { Problem } from './problem.ts';

export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/**
 * Returns the exit code of a tool. Prints a `Problem` that the tool throws, and throws any other error. Escapes what the
 * tool prints, because errors and outputs of AWS can contain control characters for the terminal.
 */
export async function runTool<Given extends Terminal>(
  given: Given,
  act: (tools: Given) => Promise<void> | void,
): Promise<number> {
  const err = (text: string) => given.err(escapeLinesForTerminal(text));
  try {
    await act({ ...given, out: (text: string) => given.out(escapeLinesForTerminal(text)), err });
    return 0;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    err(error.message);
    return error.exitCode;
  }
}
