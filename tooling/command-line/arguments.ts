import { type ParseArgsOptionsConfig, parseArgs, types } from 'node:util';
import { Problem } from './problem.ts';

/** The flags of a command line as they are written; a `Problem` that leads to the help of the command when they are wrong. */
export function argumentsOf<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  command: string,
) {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    // Advice on how to quote an argument follows the first sentence.
    const sentence = types.isNativeError(error) ? error.message.replace(/(\.\s|\.$|\n).*/s, '') : String(error);
    throw wrongCommandLine(sentence, command);
  }
}

/** The sentence comes without its full stop. */
export const wrongCommandLine = (sentence: string, command: string) =>
  new Problem(`${sentence}; see ${command} -- --help.`, 2);
