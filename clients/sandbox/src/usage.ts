import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

export class UsageError extends Error {}

export const TEXT = { type: 'string' } as const;
export const SWITCH = { type: 'boolean', default: false } as const;
export const HELP = { help: { ...SWITCH, short: 'h' } } as const;

/** Throws a UsageError if the arguments do not match the options. */
export function parseFlags<Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `${why.replace(/\. To specify.*$/s, '').replace(/\.?$/, '.')} partner-lines-sandbox --help lists the flags.`,
    );
  }
}

export function requireOneOf<Word extends string>(flag: string, words: readonly Word[], given: string): Word {
  const found = words.find((word) => word === given);
  if (found === undefined) throw new UsageError(`--${flag} must be ${words.join(' or ')}.`);
  return found;
}
