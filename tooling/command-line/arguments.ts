import { type ParseArgsOptionsConfig, parseArgs, types } from 'node:util';
import { Problem } from './problem.ts';

/**
 * Returns the flags of a command line as typed. For a wrong flag, throws a `Problem` that refers to the command's help.
 */
export function argumentsOf<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  command: string,
) {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    // Cuts off the further sentences of Node's message, which only say how to quote an argument.
    const sentence = types.isNativeError(error) ? error.message.replace(/(\.\s|\.$|\n).*/s, '') : String(error);
    throw wrongCommandLine(sentence, command);
  }
}

/** Returns the problem of a wrong command line. `sentence` has no full stop. */
export const wrongCommandLine = (sentence: string, command: string) =>
  new Problem(`${sentence}; see ${command} -- --help.`, 2);
