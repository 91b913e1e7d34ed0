import { type ParseArgsOptionsConfig, parseArgs, types } from 'node:util';
import { EXIT, Problem } from './problem.ts';

/**
 * Parses the arguments of a command. For a wrong command line, throws a `Problem` that refers to the command's help.
 */
export function argumentsOf<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  command: string,
) {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    // Keeps only the first sentence of Node's message.
    const sentence = types.isNativeError(error) ? error.message.replace(/(\.\s|\.$|\n).*/s, '') : String(error);
    throw wrongCommandLine(sentence, command);
  }
}

/** `sentence` says what is wrong, and must not end with a full stop. */
export const wrongCommandLine = (sentence: string, command: string) =>
  new Problem(`${sentence}; see ${command} -- --help.`, EXIT.wrongCommandLine);
